import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { type BenchResult, median, formatResult } from "./result.ts";

export const question = "how long does `hooklens --version` take, beside a Node that does nothing?";

const program = fileURLToPath(new URL("../bin/hooklens.js", import.meta.url));
const built = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const rounds = 40;
const aim = 1.6;

/** Whole processes of the built program, in turn with the limit, so that both meet the same noise. */
export function run(): Promise<readonly BenchResult[]> {
  if (!existsSync(built)) throw new Error("build first: npm run build");
  const versionMs: number[] = [];
  const emptyMs: number[] = [];
  // The first of each fills the file cache and the compile cache.
  timeNode([program, "--version"]);
  timeNode(["-e", "0"]);
  for (let round = 0; round < rounds; round++) {
    emptyMs.push(timeNode(["-e", "0"]));
    versionMs.push(timeNode([program, "--version"]));
  }
  const value = median(versionMs);
  const limit = median(emptyMs);
  const ratio = value / limit;
  const result: BenchResult = {
    what: "hooklens --version",
    value,
    unit: "ms",
    limit: { what: "node -e 0", value: limit },
    ratio,
    aim: `<= ${aim}x`,
    ok: ratio <= aim,
  };
  return Promise.resolve([result]);
}

function timeNode(args: readonly string[]): number {
  const startedMs = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const tookMs = performance.now() - startedMs;
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${String(stderr)}`);
  return tookMs;
}

if (import.meta.main) for (const result of await run()) console.log(formatResult(result));
