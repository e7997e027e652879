import { childPointer, pointerSegments } from "../json-pointer.ts";
import { ownField } from "../matrix/readable-policy.ts";
import { quoted } from "../quoted.ts";
import type { Violation } from "./runtime.ts";

/**
 * Formats a JSON Pointer for a message: `meta.title`, `regulatory_clauses[2]`. Within nested lists the name
 * starts at the innermost list (`lambda_axes[2].weight`), because the place of the finding shows the clause.
 */
export function subjectOf(path: string): string {
  if (path === "") return "the document";
  const segments = pointerSegments(path);
  let name = "";
  for (const [index, segment] of segments.entries()) {
    if (!/^\d+$/.test(segment)) name = name === "" ? segment : `${name}.${segment}`;
    else if (index > 0)
      name = `${/^\d+$/.test(segments[index - 1] ?? "") ? name : (segments[index - 1] ?? "")}[${segment}]`;
  }
  return name;
}

/** Returns the value at a JSON Pointer; undefined if there is none. */
export function valueAt(document: unknown, path: string): unknown {
  return pointerSegments(path).reduce<unknown>(ownField, document);
}

const types: Readonly<Record<string, string>> = {
  string: "text",
  number: "a number",
  integer: "a whole number",
  boolean: "true or false",
  object: "an object",
  array: "a list",
};

/** Descriptions of the schema's patterns by field name, for list items by the name of the list. */
const patterns: Readonly<Record<string, string>> = {
  schema_version: 'three numbers with dots between them, like "1.0.0"',
  effective_date: 'a day as year, month and day, like "2026-07-01"',
  clause_id: "letters, digits, hyphens and dots, with a letter or digit first",
  mandatory_axes: "an axis, Λ1 to Λ10",
  quorum: 'signatures-of-nodes, like "3-of-5"',
};

/** Describes a value in a message about its type. */
function described(value: unknown): string {
  if (value === null || value === undefined) return "empty";
  if (typeof value === "string") return value === "" ? "empty text" : `the text ${quoted(value)}`;
  if (typeof value === "number" && !Number.isFinite(value)) return "not a finite number";
  return typeof value === "number" ? `the number ${value}` : quoted(value);
}

function count(number: unknown, one: string): string {
  return `${String(number)} ${one}${number === 1 ? "" : "s"}`;
}

function lengthOf(value: unknown): number {
  if (typeof value === "string") return Array.from(value).length;
  return Array.isArray(value) ? value.length : 0;
}

/**
 * Formats a violation to follow another message about the same value: `it must be at least 1`, `it has 4 characters
 * and must have at least 5`.
 */
export function addedMessage(violation: Violation, value: unknown): string {
  const message = violationMessage(violation, value).slice(subjectOf(violation.instancePath).length + 1);
  const [found = "", expected] = message.split("; it ");
  if (expected === undefined) return `it ${message.replace("; ", ", and ")}`;
  return found.startsWith("is ") ? `it ${expected}` : `it ${found} and ${expected}`;
}

/** Formats a violation as one sentence: the finding and the expectation. */
export function violationMessage(violation: Violation, value: unknown): string {
  const { keyword, instancePath, params } = violation;
  const subject = subjectOf(instancePath);
  const { limit } = params;
  switch (keyword) {
    case "type":
      return `${subject} is ${described(value)}; it must be ${types[String(params.type)] ?? String(params.type)}`;
    case "enum":
      return `${subject} is ${value === null ? "empty" : quoted(value)}; it must be ${oneOf(params.allowedValues)}`;
    case "minLength":
      return `${subject} has ${count(lengthOf(value), "character")}; it must have at least ${String(limit)}`;
    case "maxLength":
      return `${subject} has ${count(lengthOf(value), "character")}; it must have at most ${String(limit)}`;
    case "minItems":
      return `${subject} has ${count(lengthOf(value), "item")}; it must have at least ${String(limit)}`;
    case "maxItems":
      return `${subject} has ${count(lengthOf(value), "item")}; it must have at most ${String(limit)}`;
    case "minimum":
      return `${subject} is ${String(value)}; it must be at least ${String(limit)}`;
    case "maximum":
      return `${subject} is ${String(value)}; it must be at most ${String(limit)}`;
    case "pattern":
      return `${subject} is ${quoted(value)}; it must be ${patterns[fieldOf(instancePath)] ?? "of another form"}`;
    case "uniqueItems": {
      const [first, second] = [Number(params.i), Number(params.j)].toSorted((a, b) => a - b);
      const item = Array.isArray(value) ? quoted(value[second ?? 0]) : "an item";
      return `${subject} has ${item} twice, at [${first}] and [${second}]; each may occur once`;
    }
    case "required":
      return `${subject} has no ${quoted(params.missingProperty)}, which it must have`;
    case "additionalProperties":
      return `${subject} has the key ${quoted(params.additionalProperty)}, which is unknown here`;
    default:
      return `${subject} violates ${keyword} of the schema`;
  }
}

function oneOf(allowed: unknown): string {
  const values = Array.isArray(allowed) ? allowed.map(String) : [];
  return `${values.slice(0, -1).join(", ")} or ${values.at(-1) ?? ""}`;
}

/** Returns the field name at a JSON Pointer; for a list item, the name of its list. */
export function fieldOf(path: string): string {
  return path.split("/").findLast((segment) => !/^\d*$/.test(segment)) ?? "";
}

/** Returns the JSON Pointer of the extra property of a violation. */
export function extraProperty({ instancePath, params }: Violation): string {
  return childPointer(instancePath, String(params.additionalProperty));
}
