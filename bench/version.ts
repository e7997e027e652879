import { besideEmptyNode } from "./empty-node.ts";
import { type BenchResult, report } from "./result.ts";

export const question = "How long does `hooklens --version` take, compared with an empty Node process?";

export function run(): Promise<readonly BenchResult[]> {
  return Promise.resolve([besideEmptyNode("hooklens --version", ["--version"], 1.6)]);
}

if (import.meta.main) report(await run());
