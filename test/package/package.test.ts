import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import manifest from "../../package.json" with { type: "json" };

const dist = join(import.meta.dirname, "../../dist");
const read = (name: string) => readFileSync(join(dist, name), "utf8");

/** The packages named by `from "…"`, `import "…"` or `import("…")`, without Node's own. */
function packagesImported(text: string): string[] {
  return [...text.matchAll(/(?:\bfrom\s*|\bimport\s*\(?\s*)"([\w@][^"\n]*)"/g)]
    .map(([, name]) => name ?? "")
    .filter((name) => !name.startsWith("node:"));
}

test("the types are one file that imports from Node alone", () => {
  expect(readdirSync(dist, { recursive: true }).filter((name) => String(name).endsWith(".d.ts"))).toEqual([
    "index.d.ts",
  ]);
  expect(packagesImported(read("index.d.ts"))).toEqual([]);
  expect(read("index.d.ts")).toContain("WebhooksServer");
});

test("the package installs nothing but the optional tunnel SDK", () => {
  expect(Object.keys(manifest)).not.toContain("dependencies");
  expect(Object.keys(manifest.optionalDependencies)).toEqual(["@ngrok/ngrok"]);
  expect(manifest.files).toContain("dist");
});

test("the licenses of bundled packages are beside the bundle", () => {
  const notices = read("THIRD-PARTY-NOTICES");
  for (const name of ["commander", "hono", "ink", "js-yaml", "react", "yoga-layout", "zod"])
    expect(notices).toMatch(new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(`, "m"));
  expect(notices).toContain("Permission is hereby granted");
});
