import { execFileSync } from "node:child_process";
import { cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { startScreen } from "../test/support/screen/start-screen.ts";
import { makeBenchDir } from "./bench-dir.ts";
import { builtMinimal } from "./built-minimal.ts";
import { type KeyTurn, keyTimes } from "./key-times.ts";
import { type BenchResult, formatResult, percentile } from "./result.ts";

export const question =
  "How long does a what-if change of a policy of 12 clauses take until the frame with its matrix, coverage and findings?";

const presses = { measured: 300, warmUp: 50 };
const aimMs = 16;
const author = ["-c", "user.name=bench", "-c", "user.email=bench@localhost"];
const root = join(import.meta.dirname, "..");
const size = { columns: 120, rows: 40 };

const changing: KeyTurn = {
  turn: ["-", "+"],
  shown: (screen) => screen.line(screen.row(/^[│┃]❯ .*308a1A/)),
};
const moving: KeyTurn = { turn: ["j", "k"], shown: (screen) => String(screen.row(/^[│┃]?❯/)) };

/** Steps the weight of the first cell back and forth, and then measures the smallest Ink app. */
export async function run(): Promise<readonly BenchResult[]> {
  const { path, remove } = await makeBenchDir("policy-what-if");
  const { program, remove: removeMinimal } = await builtMinimal("minimal-keys.tsx");
  try {
    const folder = join(path, "policies");
    await mkdir(folder);
    await cp(join(root, "fixtures/policies/healthcare.yaml"), join(folder, "healthcare.yaml"));
    // A repository of its own, with which each change is compared.
    for (const args of [
      ["init", "--quiet"],
      ["add", "--all"],
      [...author, "commit", "--quiet", "--message", "x"],
    ]) {
      execFileSync("git", args, { cwd: folder });
    }
    const app = join(root, "bin", "hooklens.js");
    const command = ["node", app, "--local", "--data-dir", path, "--policies", folder];
    await using screen = await startScreen(command, size);
    await using minimal = await startScreen(["node", program], size);
    await minimal.waitFor("row 1");
    await screen.waitFor("hooklens");
    screen.press("3");
    await screen.waitFor(/❯ · healthcare\.yaml/);
    screen.press("enter");
    await screen.waitFor("308a1A × Λ6");
    // Two steps from the file's weight, so that a change stays pending.
    screen.press("-", "-");
    await screen.waitFor(/\[▼●\*\.9\]/);
    const times = await keyTimes(screen, changing, presses);
    const limits = await keyTimes(minimal, moving, presses);
    return [result("p50", 0.5, times, limits), result("p99", 0.99, times, limits)];
  } finally {
    await removeMinimal();
    await remove();
  }
}

function result(
  name: string,
  share: number,
  times: readonly number[],
  limits: readonly number[],
): BenchResult {
  const value = percentile(times, share);
  const limit = percentile(limits, share);
  return {
    what: `change to redraw, ${name} of ${times.length}`,
    value,
    unit: "ms",
    limit: { what: "a key of the minimal bundled Ink app", value: limit },
    ratio: value / limit,
    aim: `< ${aimMs} ms`,
    ok: value < aimMs,
  };
}

if (import.meta.main) for (const one of await run()) console.log(formatResult(one));
