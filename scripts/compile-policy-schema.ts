// Compiles schemas/vertical-policy.schema.json to the module that validates policies, as part of every build.
// Compiling at startup would take longer than the rest of `policy check` for a file, and would load ajv.
import { readFileSync, writeFileSync } from "node:fs";
import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";

const schemaFile = new URL("../schemas/vertical-policy.schema.json", import.meta.url);
const compiledFile = new URL("../src/policy/schema/compiled-schema.ts", import.meta.url);

type Schema = Readonly<Record<string, unknown>>;

/** Annotations of the schema, which validation does not use. */
const annotations = new Set(["title", "description", "examples"]);

/**
 * Returns the schema without annotations and with its references inlined. ajv would compile each `$ref` to a
 * function that copies all previous errors when it returns, so that a long list of invalid clauses would take
 * minutes.
 */
function inOnePiece(schema: Schema, definitions: Schema): Schema {
  const name = typeof schema.$ref === "string" ? schema.$ref.replace("#/definitions/", "") : null;
  if (name !== null) return inOnePiece(definitions[name] as Schema, definitions);
  const kept = Object.entries(schema).filter(([key]) => !annotations.has(key) && key !== "definitions");
  return Object.fromEntries(
    kept.map(([key, part]) => {
      if (key === "items") return [key, inOnePiece(part as Schema, definitions)];
      if (key !== "properties") return [key, part];
      const properties = Object.entries(part as Schema);
      return [
        key,
        Object.fromEntries(properties.map(([name, each]) => [name, inOnePiece(each as Schema, definitions)])),
      ];
    }),
  );
}

/** Replaces ajv's function for the length in code points by those of `runtime.ts`, which rarely count. */
function withOwnLength(code: string): string {
  const declaration = /const (\w+) = require\("ajv\/dist\/runtime\/ucs2length"\)\.default;/;
  const name = declaration.exec(code)?.[1] ?? "";
  return code
    .replace(declaration, "")
    .replaceAll(new RegExp(`${name}\\((\\w+)\\) ([<>]) (\\d+)`, "g"), (_, text, sign, limit) =>
      sign === "<" ? `isShorter(${text}, ${limit})` : `isLonger(${text}, ${limit})`,
    );
}

/** Returns the text of the module. */
function compiledSchemaText(): string {
  const schema = JSON.parse(readFileSync(schemaFile, "utf8")) as Schema;
  const ajv = new Ajv({ allErrors: true, messages: false, code: { source: true, esm: true } });
  const compiled = standalone.default(ajv, ajv.compile(inOnePiece(schema, schema.definitions as Schema)));
  const code = withOwnLength(compiled)
    .replaceAll("vErrors.push(", "addViolation(vErrors, ")
    .replaceAll(/(pattern\d+)\.test\(/g, "matches($1, ")
    .replace(/export default \w+;/, "");
  if (code.includes("require(")) throw new Error("the compiled schema needs more of ajv than it is given");
  return [
    "// @ts-nocheck: written by scripts/compile-policy-schema.ts",
    'import { addViolation, isLonger, isShorter, matches } from "./runtime.ts";',
    code,
    // The compiled code contains the schema; suggestions read it too.
    `export const schema = ${/const (\w+) = \{"\$schema"/.exec(code)?.[1]};`,
    "",
  ].join("\n");
}

writeFileSync(compiledFile, compiledSchemaText());
