import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { load } from "js-yaml";
import { makeBenchDir } from "./bench-dir.ts";
import { besideEmptyNode } from "./empty-node.ts";
import { type BenchResult, report } from "./result.ts";

export const question =
  "How long does `hooklens policy check` of one file take, compared with an empty Node process?";

export async function run(): Promise<readonly BenchResult[]> {
  const dir = await makeBenchDir("policy");
  try {
    return measured(dir.path);
  } finally {
    await dir.remove();
  }
}

function measured(dir: string): readonly BenchResult[] {
  const yaml = readFileSync(new URL("../fixtures/policies/healthcare.yaml", import.meta.url), "utf8");
  const files = { json: join(dir, "one.json"), yaml: join(dir, "one.yaml") };
  writeFileSync(files.yaml, yaml);
  writeFileSync(files.json, JSON.stringify(load(yaml), null, 2));
  return [
    besideEmptyNode("policy check of a JSON file", ["policy", "check", files.json], 1.8),
    besideEmptyNode("policy check of a YAML file", ["policy", "check", files.yaml], 2.2),
  ];
}

if (import.meta.main) report(await run());
