import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { receiverPort } from "../test/support/app/header.ts";
import { startScreen } from "../test/support/screen/start-screen.ts";
import { builtMinimal } from "./built-minimal.ts";
import { processCosts, total } from "./process-cost.ts";
import { type BenchResult, median, report, single } from "./result.ts";

export const question =
  "How much memory do the app and its engine take while 1,000 deliveries per second arrive?";

const aimsMb = { idle: 130, loaded: 220 };
const aimMbPerMinute = 0.3;
const perSecond = 1_000;
const connections = 16;
/** Time under load; `node bench/memory.ts 1` sets another, in minutes. */
const minutes = 30;
const sampleMs = 1_000;
/** Time after the start in which the app loads what its first frame does not need, in milliseconds. */
const settleMs = 10_000;
const root = join(import.meta.dirname, "..");

/** Sums the proportional set sizes of all processes on the Deliveries screen at 160x50. */
export async function run(forMinutes = minutes): Promise<readonly BenchResult[]> {
  const limit = { what: "minimal bundled Ink app", value: await minimalMb() };
  await using screen = await startScreen(["node", join(root, "bin", "hooklens.js")], {
    columns: 160,
    rows: 50,
  });
  const port = await receiverPort(screen);
  screen.press("2");
  await screen.waitFor("No deliveries yet");
  await pause(settleMs);
  const idle = total(processCosts(screen.pid), "pssMb");
  const args = [join(import.meta.dirname, "load.ts"), port, connections, forMinutes * 60, perSecond];
  const load = spawn(process.execPath, args.map(String), { stdio: ["ignore", "ignore", "inherit"] });
  const ended = once(load, "exit");
  const samples: { atMinute: number; mb: number }[] = [];
  const startedMs = performance.now();
  while (load.exitCode === null) {
    await Promise.race([ended, pause(sampleMs)]);
    const atMinute = (performance.now() - startedMs) / 60_000;
    samples.push({ atMinute, mb: total(processCosts(screen.pid), "pssMb") });
  }
  const last = samples.slice(-10);
  // Heaps and caches fill in the first half.
  const slope = slopeOf(samples.slice(Math.floor(samples.length / 2)));
  const beside = (what: string, mb: number, aimMb: number): BenchResult => ({
    ...single(what, mb, "MB", aimMb),
    limit,
    ratio: mb / limit.value,
  });
  return [
    beside("memory while idle", idle, aimsMb.idle),
    beside(
      `memory after ${forMinutes} min at ${perSecond.toLocaleString("en")}/s`,
      median(last.map(({ mb }) => mb)),
      aimsMb.loaded,
    ),
    single("growth in the second half", slope, "MB/min", aimMbPerMinute),
  ];
}

/** Returns the least-squares slope in MB per minute. */
function slopeOf(samples: readonly { readonly atMinute: number; readonly mb: number }[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const middle = mean(samples.map(({ atMinute }) => atMinute));
  const middleMb = mean(samples.map(({ mb }) => mb));
  const products = samples.reduce((sum, { atMinute, mb }) => sum + (atMinute - middle) * (mb - middleMb), 0);
  return products / samples.reduce((sum, { atMinute }) => sum + (atMinute - middle) ** 2, 0);
}

async function minimalMb(): Promise<number> {
  const { program, remove } = await builtMinimal("minimal-app.tsx");
  try {
    await using screen = await startScreen(["node", program], { columns: 160, rows: 50 });
    await screen.waitFor("hooklens");
    await pause(sampleMs);
    return total(processCosts(screen.pid), "pssMb");
  } finally {
    await remove();
  }
}

if (import.meta.main) report(await run(Number(process.argv[2] ?? minutes)));
