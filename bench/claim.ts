import type { DispatchQueue } from "../src/store/dispatch-queue.ts";
import { openHubStore } from "../src/store/sqlite/hub/hub-store.ts";
import { makeBenchDir } from "./bench-dir.ts";
import { type BenchResult, compareRounds, report } from "./result.ts";

export const question = "Does a webhook with many waiting dispatches slow down those of other webhooks?";

const backlog = 100_000;
const perLane = 8;
const rounds = 5;
const claimsARound = 300;
const aim = 2;

/** Takes one job at a time from a lane that is not full, and adds another. @returns microseconds per job */
async function cost(queue: DispatchQueue): Promise<number> {
  await queue.enqueue([{ lane: "quick", body: null, dueAtMs: 0 }]);
  const startedMs = performance.now();
  for (let n = 0; n < claimsARound; n += 1) {
    const [job] = await queue.claim(64, 60_000, 1, perLane);
    if (job?.lane !== "quick") throw new Error("the quick lane was not served");
    await Promise.all([queue.done(job.id), queue.enqueue([{ lane: "quick", body: null, dueAtMs: 0 }])]);
  }
  const taken = ((performance.now() - startedMs) / claimsARound) * 1_000;
  await queue.drop("quick");
  return taken;
}

/** Creates a queue with `waiting` jobs in a lane whose share is fully leased. */
async function queueWith(waiting: number): Promise<{ queue: DispatchQueue; close(): Promise<void> }> {
  const { path, remove } = await makeBenchDir("claim");
  const { queue, close } = await openHubStore(path);
  await queue.enqueue(
    Array.from({ length: waiting }, (_, n) => ({ lane: "slow", body: { dispatch: n }, dueAtMs: 0 })),
  );
  await queue.claim(perLane, 600_000, 1, perLane);
  return {
    queue,
    async close() {
      await close();
      await remove();
    },
  };
}

export async function run(): Promise<readonly BenchResult[]> {
  const [long, short] = [await queueWith(backlog), await queueWith(2 * perLane)];
  try {
    const pairs: { value: number; limit: number }[] = [];
    for (let round = 0; round < rounds; round += 1) {
      pairs.push({ limit: await cost(short.queue), value: await cost(long.queue) });
    }
    return [
      compareRounds({
        what: `a job taken and done beside a full lane with ${backlog} waiting`,
        unit: "µs",
        pairs,
        peer: `beside one with ${perLane}`,
        aim: { most: aim },
      }),
    ];
  } finally {
    await long.close();
    await short.close();
  }
}

if (import.meta.main) report(await run());
