import { join } from "node:path";
import { startScreen } from "../test/support/screen/start-screen.ts";
import { builtMinimal } from "./built-minimal.ts";
import { type BenchResult, compareRounds, report } from "./result.ts";

export const question =
  "How long does the app take from process start to its first frame, compared with a minimal bundled Ink app?";

const aim = 1.3;
const rounds = 9;
const root = join(import.meta.dirname, "..");

/**
 * Starts both programs in turn on a pseudo-terminal and measures from before the start to the arrival of the
 * first row.
 */
export async function run(): Promise<readonly BenchResult[]> {
  const { program: minimal, remove } = await builtMinimal("minimal-app.tsx");
  try {
    const app = join(root, "bin", "hooklens.js");
    const pairs: { value: number; limit: number }[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const pair = { limit: await timeToFrame(minimal), value: await timeToFrame(app) };
      // The first round fills the compile cache and the system's file cache.
      if (round > 0) pairs.push(pair);
    }
    return [
      compareRounds({
        what: "process start to first frame",
        unit: "ms",
        pairs,
        peer: "minimal bundled Ink app",
        aim: { most: aim },
      }),
    ];
  } finally {
    await remove();
  }
}

async function timeToFrame(program: string): Promise<number> {
  const startedMs = performance.now();
  // Both use the system's compile cache, not one in the empty home of the screen.
  await using screen = await startScreen(["node", program], {
    columns: 120,
    rows: 40,
    env: { NODE_COMPILE_CACHE: join(root, "node_modules", ".cache", "bench-compile") },
  });
  await screen.waitFor("hooklens");
  const tookMs = performance.now() - startedMs;
  // Ends the program as a user does: only then does Node keep what it compiled for the next start.
  screen.press("ctrl+c");
  await screen.exit;
  return tookMs;
}

if (import.meta.main) report(await run());
