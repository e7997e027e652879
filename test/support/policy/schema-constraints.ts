import type { ErrorObject } from "ajv";
import { publishedSchema, resolve, type SchemaNode } from "./schema-cases.ts";

/** What says something about a schema, or leads to another one. */
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
 * Every constraint of the published schema, in words: `/meta/title minLength`, `/regulatory_clauses/* required title`. Of `required` each
 * key is one.
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

/** The constraint that ajv says a document violates, in the same words. */
export function violatedConstraint({ instancePath, keyword, params }: ErrorObject): string {
  const missing = keyword === "required" ? String(params.missingProperty) : undefined;
  return inWords(instancePath.replaceAll(/\/\d+/g, "/*"), keyword, missing);
}

function inWords(path: string, keyword: string, key: string | undefined): string {
  return [path, keyword, ...(key === undefined ? [] : [key])].join(" ");
}
