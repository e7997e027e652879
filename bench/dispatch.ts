import { Agent, request } from "undici";
import { createHubClient } from "../src/hub/create-hub-client.ts";
import { createLocalHub, type LocalHub } from "../src/localhub/local-hub.ts";
import { openHubStore } from "../src/store/sqlite/hub/hub-store.ts";
import { makeBenchDir } from "./bench-dir.ts";
import { type BenchResult, formatResult, median } from "./result.ts";
import { portOf, start, stop } from "./server-process.ts";

export const question =
  "How many dispatches per second does the local hub send and store, compared with undici alone in the same lanes?";

const webhooks = 8;
const events = 1_000;
const rounds = 5;
/** Number of concurrent triggers while dispatches are sent. */
const triggersAtOnce = 16;
/**
 * Minimum ratio to undici, and minimum dispatches per second. undici stores nothing; the hub reads, sends and
 * settles each dispatch in durable transactions.
 */
const aims = { ratio: 0.5, perSecond: 2_000 } as const;

const event = { scope: "repo.content", action: "update", repo: { type: "model", name: "me/m" } };
const token = "hf_bench";

interface Run {
  /** Dispatches per second if all events are triggered before the sending starts. */
  readonly queued: number;
  /** Dispatches per second, from the first triggered event to the last settled dispatch. */
  readonly live: number;
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

/** Measures a run from its start to its end. @returns dispatches per second */
async function timed(ended: () => Promise<void>, begin: () => Promise<void>): Promise<number> {
  const startedMs = performance.now();
  const end = ended();
  await Promise.all([begin(), end]);
  return (webhooks * events * 1_000) / (performance.now() - startedMs);
}

/**
 * Sends the same requests with undici, one after the other in each lane, and stores nothing. @returns
 * requests per second
 */
async function undiciRun(url: string, body: Uint8Array): Promise<number> {
  const dispatcher = new Agent({ connections: null });
  const headers = {
    "content-type": "application/json",
    "user-agent": "hooklens/bench",
    "webhook-id": "msg_0123456789abcdef0123456789abcdef",
    "X-Webhook-Secret": "bench-secret",
  };
  const startedMs = performance.now();
  await Promise.all(
    Array.from({ length: webhooks }, async (_, lane) => {
      for (let sent = 0; sent < events; sent += 1) {
        const response = await request(`${url}/${lane}`, { dispatcher, method: "POST", headers, body });
        await response.body.arrayBuffer();
      }
    }),
  );
  const perSecond = (webhooks * events * 1_000) / (performance.now() - startedMs);
  await dispatcher.close();
  return perSecond;
}

/** Runs several rounds of all in turn, so that other work of the machine affects all; reports medians. */
export async function run(): Promise<readonly BenchResult[]> {
  const target = start("dispatch-target.ts");
  try {
    const url = `http://127.0.0.1:${await portOf(target)}`;
    const body = Buffer.from(JSON.stringify({ ...event, filler: "x".repeat(600) }));
    await undiciRun(url, body);
    const pairs: (Run & { readonly limit: number })[] = [];
    for (let round = 0; round < rounds; round += 1) {
      pairs.push({ limit: await undiciRun(url, body), ...(await hubRun(url)) });
    }
    return (["queued", "live"] as const).map((kind): BenchResult => {
      const value = median(pairs.map((pair) => pair[kind]));
      const ratio = median(pairs.map((pair) => pair[kind] / pair.limit));
      const wanted = kind === "queued" ? aims.ratio : 0;
      return {
        what: `${webhooks} webhooks x ${events} events, ${kind === "queued" ? "waiting in the queue" : "sent while they are taken on"}`,
        value,
        unit: "dispatches/s",
        limit: {
          what: "undici alone, nothing stored",
          value: median(pairs.map((pair) => pair.limit)),
        },
        ratio,
        aim: kind === "queued" ? `>= ${aims.ratio}x and >= ${aims.perSecond}/s` : `>= ${aims.perSecond}/s`,
        ok: ratio >= wanted && value >= aims.perSecond,
      };
    });
  } finally {
    await stop(target);
  }
}

if (import.meta.main) for (const result of await run()) console.log(formatResult(result));
