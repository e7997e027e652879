import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/policies.md"), "utf8");

/** Examples of the page: heading, code, and the output that the page shows. */
const examples = [...page.matchAll(/^### (.+)\n+```ts\n([^]*?)^```\n+```\n([^]*?)^```$/gm)].map(
  ([, heading = "", code = "", output = ""]) => [heading, code, output] as const,
);

const folder = mkdtempSync(join(tmpdir(), "hooklens-examples-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
cpSync(join(root, "fixtures/policies"), join(folder, "policies"), { recursive: true });
const change = (file: string, to: string, from: string, by: string) =>
  writeFileSync(join(folder, to), readFileSync(join(folder, file), "utf8").replace(from, by));
change("policies/healthcare.yaml", "policies/healthcare.yaml", ": healthcare", ": helthcare");
change("policies/energy.yaml", "before.yaml", "days: 1096", "days: 4000");

test("each part of the library has an example with its output", () => {
  expect(examples.map(([heading]) => heading)).toEqual(["Check", "Coverage", "Compare", "Seal and verify"]);
  expect(page.match(/^```ts$/gm)).toHaveLength(examples.length);
});

test.each(examples)("%s", (_, code, output) => {
  const script = join(folder, "example.ts");
  const library = pathToFileURL(join(root, "src/index.ts")).href;
  writeFileSync(script, code.replace('from "hooklens"', `from ${JSON.stringify(library)}`));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const { stdout, stderr } = spawnSync(process.execPath, [script], { cwd: folder, encoding: "utf8" });
  expect({ stdout, stderr }).toEqual({ stdout: output, stderr: "" });
});
