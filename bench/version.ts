import { besideEmptyNode } from "./empty-node.ts";
import { type BenchResult, formatResult } from "./result.ts";

export const question = "how long does `hooklens --version` take, beside a Node that does nothing?";

export function run(): Promise<readonly BenchResult[]> {
  return Promise.resolve([besideEmptyNode("hooklens --version", ["--version"], 1.6)]);
}

if (import.meta.main) for (const result of await run()) console.log(formatResult(result));
