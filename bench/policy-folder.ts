import { execFileSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import type { Screen } from "../test/support/screen/screen.ts";
import { startScreen } from "../test/support/screen/start-screen.ts";
import { makeBenchDir } from "./bench-dir.ts";
import { writePolicies } from "./policy-files.ts";
import { type BenchResult, median, pairsOf, report, summarize, timed } from "./result.ts";

export const question =
  "How long does the app take to list 1,000 policies, checked and sorted, and to open one of 12 clauses?";

const policies = 1_000;
const inAll = `${policies.toLocaleString("en")} policies`;
const rounds = 5;
/** Policies with an error, which the tab counts. */
const failing = (policies * 3) / 20;
/** Number of policies that are opened. */
const opened = 50;
const root = join(import.meta.dirname, "..");

/**
 * Measures from the key that shows the screen, pressed at the first frame, after a start that has filled the caches.
 * Before each start, a process only reads, parses and validates the policies.
 */
export async function run(): Promise<readonly BenchResult[]> {
  const { path, remove } = await makeBenchDir("policy-folder");
  try {
    const folder = join(path, "policies");
    await mkdir(folder);
    writePolicies(folder, "yaml", policies);
    const first: number[] = [];
    const all: number[] = [];
    const opens: number[] = [];
    const limits: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const limitMs = timeLimit(folder);
      await using screen = await start(path, folder);
      const isKept = round > 0;
      const firstMs = await screen.timeTo("3", (now) => now.row(/^[│┃]?❯ [✓·▲✗] /) !== -1);
      const shownMs = performance.now();
      await screen.waitFor(`[3 Policies ${failing}✗]`);
      const allMs = firstMs + (performance.now() - shownMs);
      if (isKept) {
        first.push(firstMs);
        all.push(allMs);
        limits.push(limitMs);
      }
      if (round === rounds) opens.push(...(await measureOpening(screen)));
    }
    return [
      besideLimit(timed(`first checked row, ${inAll}`, first, 300), first, limits),
      besideLimit(timed(`all rows checked and sorted, ${inAll}`, all, 1_000), all, limits),
      timed(`a policy selected to its matrix, ${inAll}`, opens, 50),
    ];
  } finally {
    await remove();
  }
}

/** Times a process that reads, parses and validates the policies. */
function timeLimit(folder: string): number {
  const startedMs = performance.now();
  execFileSync(process.execPath, [join(import.meta.dirname, "policy-limit.ts"), folder]);
  return performance.now() - startedMs;
}

/** Adds the times of the limit in the same rounds; the aim stays that of the time. */
function besideLimit(result: BenchResult, times: readonly number[], limits: readonly number[]): BenchResult {
  const ratio = median(pairsOf(times, limits).map(({ value, limit }) => value / limit));
  const what = "a process that reads, parses and validates all";
  return { ...result, limit: { what, ...summarize(limits) }, ratio };
}

async function start(dataDir: string, folder: string): Promise<Screen> {
  const app = join(root, "bin", "hooklens.js");
  const command = ["node", app, "--local", "--data-dir", dataDir, "--policies", folder];
  const screen = await startScreen(command, {
    columns: 200,
    rows: 50,
    env: { NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "bench-compile") },
    timeoutMs: 60_000,
  });
  await screen.waitFor("hooklens");
  return screen;
}

/** Moves down the list, whose policy is below it. */
async function measureOpening(screen: Screen): Promise<readonly number[]> {
  const title = (now: Screen) => /╭─ (\d+\.yaml) · /.exec(now.text())?.[1] ?? "";
  await screen.waitUntil((now) => title(now) !== "");
  const times: number[] = [];
  for (let count = 0; count < opened; count += 1) {
    const before = title(screen);
    times.push(await screen.timeTo("j", (now) => title(now) !== "" && title(now) !== before));
  }
  return times;
}

if (import.meta.main) report(await run());
