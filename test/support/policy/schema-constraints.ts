import type { ErrorObject } from "ajv";
import { publishedSchema, resolve, type SchemaNode } from "./schema-cases.ts";

/** Keywords that constrain nothing: they describe a schema or lead to another one. */
const otherKeywords: ReadonlySet<string> = new Set([
  "$schema",
  "$id",
  "title",
  "description",
  "examples",
  "definitions",
  "properties",
  "items",
]);

/**
 * Returns the constraints of the published schema as path and keyword, `/meta/title minLength`, with one per
 * required key: `/regulatory_clauses/* required title`.
 */
export function schemaConstraints(): readonly string[] {
  const constraints: string[] = [];
  const visit = (given: SchemaNode, path: string) => {
    const node = resolve(given);
    for (const keyword of Object.keys(node).filter((key) => !otherKeywords.has(key))) {
      const keys = keyword === "required" ? (node.required ?? []) : [undefined];
      constraints.push(...keys.map((key) => inWords(path, keyword, key)));
    }
    for (const [key, each] of Object.entries(node.properties ?? {})) visit(each, `${path}/${key}`);
    if (node.items !== undefined) visit(node.items, `${path}/*`);
  };
  visit(publishedSchema, "");
  return constraints;
}

/** Returns the constraint of an ajv error in the same form. */
export function violatedConstraint({ instancePath, keyword, params }: ErrorObject): string {
  const missing = keyword === "required" ? String(params.missingProperty) : undefined;
  return inWords(instancePath.replaceAll(/\/\d+/g, "/*"), keyword, missing);
}

function inWords(path: string, keyword: string, key: string | undefined): string {
  return [path, keyword, ...(key === undefined ? [] : [key])].join(" ");
}
