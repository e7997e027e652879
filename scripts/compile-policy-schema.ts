// Compiles schemas/vertical-policy.schema.json into the module the program validates with, as part of every build: compiling at start
// costs more than everything else `policy check` does to a file, and ajv need not be loaded at all.
import { readFileSync, writeFileSync } from "node:fs";
import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";

const schemaFile = new URL("../schemas/vertical-policy.schema.json", import.meta.url);
const compiledFile = new URL("../src/policy/schema/compiled-schema.ts", import.meta.url);

/** What only people and editors read of a schema; it would be carried along in the code. */
const annotations = new Set(["title", "description", "examples"]);

/** Keywords whose own keys are names of properties, not keywords. */
const namespaces = new Set(["properties", "definitions"]);

function withoutAnnotations(schema: unknown, isNamespace = false): unknown {
  if (Array.isArray(schema)) return schema.map((part) => withoutAnnotations(part));
  if (typeof schema !== "object" || schema === null) return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => isNamespace || !annotations.has(key))
      .map(([key, part]) => [key, withoutAnnotations(part, !isNamespace && namespaces.has(key))]),
  );
}

/** The module's text. Of ajv's run time it needs the length in code points alone, and we have one. */
function compiledSchemaText(): string {
  const ajv = new Ajv({
    allErrors: true,
    strictNumbers: true,
    messages: false,
    code: { source: true, esm: true, optimize: true },
  });
  const schema = JSON.parse(readFileSync(schemaFile, "utf8"));
  const code = standalone
    .default(ajv, ajv.compile(withoutAnnotations(schema) as object))
    .replaceAll('require("ajv/dist/runtime/ucs2length").default', "codePointLength")
    .replace(/export default \w+;/, "");
  if (code.includes("require(")) throw new Error("the compiled schema needs more of ajv than it is given");
  return [
    "// @ts-nocheck: written by scripts/compile-policy-schema.ts",
    'import { codePointLength } from "./code-point-length.ts";',
    code,
    "",
  ].join("\n");
}

writeFileSync(compiledFile, compiledSchemaText());
