import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const declarations = join(import.meta.dirname, "../../dist/index.d.ts");

test("the library has the types of types.txt", async () => {
  const text = readFileSync(declarations, "utf8").replaceAll(/^ *\/\*\*.*?\*\/\n/gms, "");
  // The types of zod, which a new version of it may change, precede the first type of the library.
  const start = text.indexOf("type Header =");
  expect(start).toBeGreaterThan(0);
  const types = text.slice(start).replace(/^export .*/m, (names) => names.replaceAll(", ", ",\n  "));
  await expect(`${types.trimEnd()}\n`).toMatchFileSnapshot("types.txt");
});
