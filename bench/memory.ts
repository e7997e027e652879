import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { receiverPort } from "../test/support/app/header.ts";
import { startScreen } from "../test/support/screen/start-screen.ts";
import { builtMinimal } from "./built-minimal.ts";
import { processCosts, total } from "./process-cost.ts";
import { type BenchResult, formatResult, median } from "./result.ts";

export const question =
  "How much memory do the app and its engine take while 1,000 deliveries per second arrive?";

const aimMb = 400;
const aimMbPerMinute = 1;
const perSecond = 1_000;
const connections = 16;
/** Time under load; `node bench/memory.ts 1` sets another, in minutes. */
const minutes = 5;
const sampleMs = 1_000;
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
  const value = median(last.map(({ mb }) => mb));
  // Heaps and caches fill in the first half.
  const slope = slopeOf(samples.slice(Math.floor(samples.length / 2)));
  return [
    {
      what: `memory after ${forMinutes} min at ${perSecond.toLocaleString("en")}/s`,
      value,
      unit: "MB",
      limit,
      ratio: value / limit.value,
      aim: `<= ${aimMb} MB`,
      ok: value <= aimMb,
    },
    {
      what: "growth in the second half",
      value: slope,
      unit: "MB/min",
      limit: { what: "aim", value: aimMbPerMinute },
      ratio: slope / aimMbPerMinute,
      aim: `< ${aimMbPerMinute} MB/min`,
      ok: slope < aimMbPerMinute,
    },
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

if (import.meta.main) {
  const results = await run(Number(process.argv[2] ?? minutes));
  for (const each of results) console.log(formatResult(each));
}
