import { pointerSegments } from "../../../policy/json-pointer.ts";

/** Short names of fields, by their keys. */
const shortNames: Readonly<Partial<Record<string, string>>> = {
  minimum_lambda_coverage: "minimum coverage",
  receipt_retention_days: "retention days",
};

/** Maximum characters of a name. */
const maxName = 60;

/** Returns the name of a field of the general provisions: `mandatory axes`. */
export function fieldName(path: string): string {
  const key = pointerSegments(path).at(-1) ?? "";
  const short = Object.hasOwn(shortNames, key) ? shortNames[key] : undefined;
  return short ?? key.slice(0, maxName).replaceAll("_", " ");
}
