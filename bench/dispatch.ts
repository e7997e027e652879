import { createHubClient } from "../src/hub/create-hub-client.ts";
import { createLocalHub, type LocalHub } from "../src/localhub/local-hub.ts";
import { openHubStore } from "../src/store/sqlite/hub/hub-store.ts";
import { makeBenchDir } from "./bench-dir.ts";
import { sendAndStore } from "./dispatch-limit.ts";
import { type BenchResult, median, report, summarize } from "./result.ts";
import { portOf, start, stop } from "./server-process.ts";

export const question =
  "How many dispatches per second does the local hub send and store, compared with undici that also stores each result?";

const webhooks = 8;
const events = 1_000;
const roundCount = 5;
/** Number of concurrent triggers while dispatches are sent. */
const triggersAtOnce = 16;
/**
 * Minimum ratio to the limit, and minimum dispatches per second. The hub also reads each dispatch from its queue, and
 * counts it for its webhook.
 */
const aims = { ratio: 0.5, perSecond: 2_000 } as const;

const limitName = "undici, one transaction for the results of a turn";

const event = { scope: "repo.content", action: "update", repo: { type: "model", name: "me/m" } };
const token = "hf_bench";

/** Speed of a run. */
interface Pace {
  readonly perSecond: number;
  /** CPU time of this process per dispatch, in microseconds, which other work of the machine affects less. */
  readonly cpuUs: number;
}

interface Run {
  /** Pace if all events are triggered before the sending starts. */
  readonly queued: Pace;
  /** Pace from the first triggered event to the last settled dispatch. */
  readonly live: Pace;
}

/** Sends all events to all webhooks twice, with its own database. */
async function hubRun(url: string): Promise<Run> {
  const { path: dataDir, remove } = await makeBenchDir("dispatch");
  const store = await openHubStore(dataDir);
  let sent = 0;
  let failed = 0;
  let allSent = (): void => {};
  const open = (): LocalHub =>
    createLocalHub({
      ...store,
      dataDir,
      token,
      version: "bench",
      quota: { triggers: Number.POSITIVE_INFINITY, withinMs: 1 },
      onAttempt({ ok }) {
        if (ok) sent += 1;
        else failed += 1;
        if (sent + failed === webhooks * events) allSent();
      },
    });
  const sentAll = (): Promise<void> => {
    sent = 0;
    return new Promise((resolve) => (allSent = resolve));
  };
  try {
    const first = open();
    const client = createHubClient({ endpoint: "http://hub.local", token, fetch: first.fetch });
    for (let lane = 0; lane < webhooks; lane += 1) {
      await client.createWebhook({ url: `${url}/${lane}`, watched: [event.repo], secret: "bench-secret" });
    }
    await triggerAll(client.trigger);
    const queued = await timed(sentAll, async () => first.startDispatching());
    await first.close(0);

    const second = open();
    const live = createHubClient({ endpoint: "http://hub.local", token, fetch: second.fetch });
    second.startDispatching();
    const whole = await timed(sentAll, () => triggerAll(live.trigger));
    await second.close(0);
    if (failed > 0) throw new Error(`${failed} attempts failed`);
    return { queued, live: whole };
  } finally {
    await store.close();
    await remove();
  }
}

async function triggerAll(trigger: (request: typeof event) => Promise<unknown>): Promise<void> {
  let left = events;
  await Promise.all(
    Array.from({ length: triggersAtOnce }, async () => {
      while (left-- > 0) await trigger(event);
    }),
  );
}

/** Measures a run from its start to its end. */
async function timed(ended: () => Promise<void>, begin: () => Promise<void>): Promise<Pace> {
  const startedMs = performance.now();
  const before = process.cpuUsage();
  const end = ended();
  await Promise.all([begin(), end]);
  const { user, system } = process.cpuUsage(before);
  return {
    perSecond: (webhooks * events * 1_000) / (performance.now() - startedMs),
    cpuUs: (user + system) / (webhooks * events),
  };
}

/** Runs several rounds of all in turn, so that other work of the machine affects all; reports medians. */
export async function run(): Promise<readonly BenchResult[]> {
  const target = start("dispatch-target.ts");
  try {
    const url = `http://127.0.0.1:${await portOf(target)}`;
    const body = Buffer.from(JSON.stringify({ ...event, filler: "x".repeat(600) }));
    const limitRun = (): Promise<Pace> =>
      timed(
        () => sendAndStore({ url, lanes: webhooks, perLane: events, body }),
        async () => {},
      );
    await limitRun();
    await hubRun(url);
    const rounds: (Run & { readonly limit: Pace })[] = [];
    for (let round = 0; round < roundCount; round += 1) {
      rounds.push({ limit: await limitRun(), ...(await hubRun(url)) });
    }
    return (["queued", "live"] as const).flatMap((kind): BenchResult[] => {
      const isQueued = kind === "queued";
      const what = `${webhooks} webhooks x ${events} events, ${isQueued ? "waiting in the queue" : "sent while they are taken on"}`;
      const compare = (key: keyof Pace) => ({
        ...summarize(rounds.map((round) => round[kind][key])),
        limit: { what: limitName, ...summarize(rounds.map(({ limit }) => limit[key])) },
        ratio: median(rounds.map((round) => round[kind][key] / round.limit[key])),
      });
      const rate = compare("perSecond");
      return [
        {
          what,
          unit: "dispatches/s",
          ...rate,
          aim: isQueued ? `>= ${aims.ratio}x and >= ${aims.perSecond}/s` : `>= ${aims.perSecond}/s`,
          ok: rate.value >= aims.perSecond && (!isQueued || rate.ratio >= aims.ratio),
        },
        { what: `CPU of one, ${what}`, unit: "µs", ...compare("cpuUs"), aim: null, ok: true },
      ];
    });
  } finally {
    await stop(target);
  }
}

if (import.meta.main) report(await run());
