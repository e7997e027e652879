import type { z } from "zod";

const typeNames = {
  array: "must be an array",
  object: "must be of type object",
  record: "must be of type object",
  string: "must be a string",
  boolean: "must be a boolean",
  number: "must be a number",
} as const;

/**
 * Describes validation issues of a request's body in the Hub's wording: `"watched[0].type" must be a string`.
 * @param input the validated body
 */
export function validationMessage(issues: readonly z.core.$ZodIssue[], input: unknown): string {
  return issues.map((issue) => `"${placeOf(issue.path)}" ${complaint(issue, input)}`).join(". ");
}

function placeOf(path: readonly PropertyKey[]): string {
  const place = path
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("")
    .replace(/^\./, "");
  return place === "" ? "value" : place;
}

function complaint(issue: z.core.$ZodIssue, input: unknown): string {
  if (issue.code === "invalid_type") {
    return valueAt(input, issue.path) === undefined ? "is required" : typeComplaint(issue.expected);
  }
  if (issue.code === "invalid_value") {
    const value = valueAt(input, issue.path);
    if (value === undefined) return "is required";
    return typeof value === "string" ? `must be one of [${issue.values.join(", ")}]` : typeNames.string;
  }
  if (issue.code === "too_small" && issue.origin === "string") return "is not allowed to be empty";
  // The schemas of this hub word everything else themselves.
  return issue.message;
}

function typeComplaint(expected: string): string {
  const known: Readonly<Record<string, string>> = typeNames;
  return known[expected] ?? `must be of type ${expected}`;
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value = input;
  for (const part of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}
