import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { receiverOf } from "../test/support/app/header.ts";
import { startScreen } from "../test/support/screen/start-screen.ts";
import { type BenchResult, report, timed } from "./result.ts";

export const question =
  "How long does the app take from `q` to the end of its process, with nothing in flight?";

const aimMs = 100;
const rounds = 9;
/** Time after the start in which the app loads what its first frame does not need, in milliseconds. */
const settleMs = 1_000;
const root = join(import.meta.dirname, "..");

/** Starts the app with its engine, waits until both are idle, and quits. */
export async function run(): Promise<readonly BenchResult[]> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round += 1) {
    const tookMs = await timeToQuit();
    // The first round fills the compile cache.
    if (round > 0) times.push(tookMs);
  }
  return [timed("q to the end of the process", times, aimMs)];
}

async function timeToQuit(): Promise<number> {
  await using screen = await startScreen(["node", join(root, "bin", "hooklens.js")], {
    columns: 120,
    rows: 40,
    env: { NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "bench-compile") },
  });
  await receiverOf(screen);
  await pause(settleMs);

  const pressedAtMs = performance.now();
  screen.press("q");
  await screen.exit;
  return performance.now() - pressedAtMs;
}

if (import.meta.main) report(await run());
