// Compiles schemas/vertical-policy.schema.json into the module the program validates with, as part of every build: compiling at start
// costs more than everything else `policy check` does to a file, and ajv need not be loaded at all.
import { readFileSync, writeFileSync } from "node:fs";
import { Ajv } from "ajv";
import standalone from "ajv/dist/standalone/index.js";

const schemaFile = new URL("../schemas/vertical-policy.schema.json", import.meta.url);
const compiledFile = new URL("../src/policy/schema/compiled-schema.ts", import.meta.url);

type Schema = Readonly<Record<string, unknown>>;

/** Keywords that only people and editors read; the compiled code would contain them. */
const annotations = new Set(["title", "description", "examples"]);

/**
 * The schema in one piece, without annotations: what is under a `$ref` becomes a function of its own in ajv's code, which copies all
 * errors so far each time it is left, so that a long list of wrong clauses takes minutes.
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

/** Replaces the one function of ajv's run time that the code needs, the length in code points; ours rarely has to count. */
function withOwnLength(code: string): string {
  const declaration = /const (\w+) = require\("ajv\/dist\/runtime\/ucs2length"\)\.default;/;
  const name = declaration.exec(code)?.[1] ?? "";
  return code
    .replace(declaration, "")
    .replaceAll(new RegExp(`${name}\\((\\w+)\\) ([<>]) (\\d+)`, "g"), (_, text, sign, limit) =>
      sign === "<" ? `isShorter(${text}, ${limit})` : `isLonger(${text}, ${limit})`,
    );
}

/** The module's text. */
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
    // It is in the code for its own use; what explains its verdicts reads it too.
    `export const schema = ${/const (\w+) = \{"\$schema"/.exec(code)?.[1]};`,
    "",
  ].join("\n");
}

writeFileSync(compiledFile, compiledSchemaText());
