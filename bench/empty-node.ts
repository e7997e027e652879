import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { type BenchResult, compareRounds } from "./result.ts";

const program = fileURLToPath(new URL("../bin/hooklens.js", import.meta.url));
const built = fileURLToPath(new URL("../dist/cli.js", import.meta.url));
const rounds = 40;

/** Returns the path of the built program. @throws {Error} the program is not built */
export function builtProgram(): string {
  if (!existsSync(built)) throw new Error("run npm run build first");
  return program;
}

/**
 * Compares whole processes of the built program with an empty Node process, in turn, so that both meet the
 * same noise.
 * @param aim maximum ratio of the two times
 */
export function besideEmptyNode(what: string, args: readonly string[], aim: number): BenchResult {
  const command = [builtProgram(), ...args];
  const pairs: { value: number; limit: number }[] = [];
  // The first run of each fills the file cache and the compile cache.
  timeNode(command);
  timeNode(["-e", "0"]);
  for (let round = 0; round < rounds; round++) {
    pairs.push({ limit: timeNode(["-e", "0"]), value: timeNode(command) });
  }
  return compareRounds({ what, unit: "ms", pairs, peer: "node -e 0", aim: { most: aim } });
}

function timeNode(args: readonly string[]): number {
  const startedMs = performance.now();
  const { status, stderr } = spawnSync(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] });
  const tookMs = performance.now() - startedMs;
  if (status !== 0) throw new Error(`node ${args.join(" ")} ended with ${status}: ${String(stderr)}`);
  return tookMs;
}
