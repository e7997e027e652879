import { createHubClient } from "../src/hub/create-hub-client.ts";
import { createLocalHub } from "../src/localhub/local-hub.ts";
import type { HubStore } from "../src/store/hub-store.ts";
import { openHubStore } from "../src/store/sqlite/hub/hub-store.ts";
import { makeBenchDir } from "./bench-dir.ts";
import { type BenchResult, compareRounds, report } from "./result.ts";

export const question = "Does an event take longer if many webhooks are registered that it does not match?";

const many = 10_000;
const few = 100;
const matching = 10;
const rounds = 5;
const eventsARound = 300;
const lookUpsARound = 3_000;
const aim = 1.2;

const repo = { type: "model", name: "me/m" };
const event = { scope: "repo.content", action: "update", repo };
const quota = { triggers: Number.POSITIVE_INFINITY, withinMs: 1 };

interface Registered {
  /** Triggers one event, as a request to the hub's API. */
  readonly trigger: () => Promise<unknown>;
  /** Finds the webhooks that the event fires. */
  readonly match: () => Promise<unknown>;
  close(): Promise<void>;
}

/** Creates a hub with `registered` webhooks, ten of which watch the repo. */
async function hubWith(registered: number): Promise<Registered> {
  const { path: dataDir, remove } = await makeBenchDir("matching");
  const store = await openHubStore(dataDir);
  await register(store, registered);
  const hub = createLocalHub({ ...store, dataDir, token: "hf_bench", version: "bench", quota });
  const client = createHubClient({ endpoint: "http://hub.local", token: "hf_bench", fetch: hub.fetch });
  const { dispatches } = await client.trigger(event);
  if (dispatches.length !== matching) throw new Error(`${dispatches.length} webhooks match`);
  return {
    trigger: () => client.trigger(event),
    match: () => store.registry.watching(event),
    async close() {
      await hub.close(0);
      await store.close();
      await remove();
    },
  };
}

/**
 * Registers the webhooks. Matching ones are spread evenly among the others, which watch one repo and one
 * owner each.
 */
async function register({ registry }: HubStore, registered: number): Promise<void> {
  const every = registered / matching;
  await Promise.all(
    Array.from({ length: registered }, (_, n) =>
      registry.create({
        account: "me",
        url: `http://127.0.0.1:9/${n}`,
        jobSourceId: null,
        watched:
          n % every === 0
            ? [repo]
            : [
                { type: "model", name: `owner-${n}/net` },
                { type: "org", name: `org-${n}` },
              ],
        domains: [],
        secret: null,
      }),
    ),
  );
}

/** Calls an act a number of times. @returns microseconds per call */
async function cost(times: number, act: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  for (let n = 0; n < times; n += 1) await act();
  return ((performance.now() - startedMs) / times) * 1_000;
}

/** Runs several rounds of both hubs in turn, so that other work of the machine affects both. */
export async function run(): Promise<readonly BenchResult[]> {
  const [large, small] = [await hubWith(many), await hubWith(few)];
  try {
    const compare = async (what: string, times: number, act: (hub: Registered) => () => Promise<unknown>) => {
      const pairs: { value: number; limit: number }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        pairs.push({ limit: await cost(times, act(small)), value: await cost(times, act(large)) });
      }
      return compareRounds({
        what: `${what}, ${matching} of ${many} webhooks match`,
        unit: "µs",
        pairs,
        peer: `${matching} of ${few}`,
        aim: { most: aim },
      });
    };
    return [
      await compare("an event, until its dispatches are on disk", eventsARound, (hub) => hub.trigger),
      await compare("finding what it fires", lookUpsARound, (hub) => hub.match),
    ];
  } finally {
    await large.close();
    await small.close();
  }
}

if (import.meta.main) report(await run());
