import { open } from "node:fs/promises";
import { join } from "node:path";
import { makeBenchDir } from "./bench-dir.ts";
import { bareName, type ReceiverKind, receiverKinds, type ReceiveServers } from "./receive-kinds.ts";
import { load } from "./receive-load.ts";
import { type BenchResult, median, percentile } from "./result.ts";

const steady = { connections: 32, seconds: 3, perSecond: 1_000 };
const rounds = 5;

/** Number of writes per round, each of one database page with fdatasync. */
const syncs = 200;
const pageBytes = 8_192;

/**
 * Measures the 99th percentile of the time to a response far below saturation, compared with bare node:http
 * and one fdatasync, in turn.
 */
export async function compareLatency({ bare, ports }: ReceiveServers): Promise<readonly BenchResult[]> {
  const limits: number[] = [];
  const syncTimes: number[] = [];
  const times: Record<ReceiverKind, number[]> = { inbox: [], handler: [], module: [] };
  for (let round = 0; round < rounds; round += 1) {
    syncTimes.push(await fdatasyncP99Ms());
    limits.push((await load(bare, steady)).p99Ms);
    for (const kind of Object.keys(times) as ReceiverKind[]) {
      times[kind].push((await load(ports[kind], steady)).p99Ms);
    }
  }
  const result = (what: string, values: readonly number[]): BenchResult => ({
    what: `99th percentile of ${what}`,
    value: median(values),
    unit: "ms",
    limit: { what: bareName, value: median(limits) },
    ratio: median(values) / median(limits),
    aim: null,
    ok: true,
  });
  return [
    result("one page written and fdatasync", syncTimes),
    ...(Object.entries(times) as [ReceiverKind, number[]][]).map(([kind, values]) =>
      result(`the time to a response at 1,000/s, ${receiverKinds[kind]}`, values),
    ),
  ];
}

async function fdatasyncP99Ms(): Promise<number> {
  const { path, remove } = await makeBenchDir("receive-sync");
  const file = await open(join(path, "pages"), "w");
  try {
    const page = Buffer.alloc(pageBytes, 1);
    const times: number[] = [];
    for (let made = 0; made < syncs; made += 1) {
      const startedMs = performance.now();
      await file.write(page);
      await file.datasync();
      times.push(performance.now() - startedMs);
    }
    return percentile(times, 0.99);
  } finally {
    await file.close();
    await remove();
  }
}
