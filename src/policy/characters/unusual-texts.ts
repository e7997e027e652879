import type { Fix } from "../finding.ts";
import { childPointer } from "../json-pointer.ts";

interface TextAt {
  readonly text: string;
  /** JSON Pointer of the value, or of the property whose key it is. */
  readonly path: string;
}

/**
 * String value or key with characters other than printable ASCII, tabs and line endings. Names of axes are
 * excepted.
 */
export type UnusualText =
  | (TextAt & { readonly at: "value" })
  | (TextAt & { readonly at: "key"; readonly holder: object });

/**
 * Matches usual texts. Names of axes occur in every clause and are usual. Most texts match, and the test runs at
 * memory speed.
 */
const usual = /^(?:Λ(?:10|[1-9])|[\t\n\r -~]*)$/;

/** Frequent usual keys: a lookup is faster than the test. */
const usualKeys: ReadonlySet<string> = new Set([
  "axis",
  "label",
  "weight",
  "enforcement",
  "rationale",
  "clause_id",
  "title",
  "citation",
  "full_ref",
  "lambda_axes",
]);

/**
 * Returns the unusual texts of a value in document order. Recursive: the value must be no deeper than
 * `maxDepth`.
 */
export function unusualTexts(document: unknown): readonly UnusualText[] {
  const found: UnusualText[] = [];
  // Path of the current value, one step per level, joined only for the few texts that need it.
  const steps: (string | number)[] = [];
  const pathAt = (depth: number) => steps.slice(0, depth).reduce<string>(childPointer, "");
  const look = (value: unknown, depth: number) => {
    if (typeof value === "string") {
      if (!usual.test(value)) found.push({ text: value, path: pathAt(depth), at: "value" });
    } else if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        steps[depth] = index;
        look(value[index], depth + 1);
      }
    } else if (typeof value === "object" && value !== null) {
      lookThrough(value as Readonly<Record<string, unknown>>, depth);
    }
  };
  const lookThrough = (holder: Readonly<Record<string, unknown>>, depth: number) => {
    for (const key of Object.keys(holder)) {
      steps[depth] = key;
      if (!usualKeys.has(key) && !usual.test(key))
        found.push({ text: key, path: pathAt(depth + 1), at: "key", holder });
      look(holder[key], depth + 1);
    }
  };
  look(document, 0);
  return found;
}

/**
 * Creates a fix that replaces one text of a document. Returns null for a key if the new key already exists.
 */
export function rewriting(spot: UnusualText, to: string, title: string, safe: boolean): Fix | null {
  if (spot.at === "value") return { title, edits: [{ kind: "set", path: spot.path, value: to }], safe };
  if (Object.hasOwn(spot.holder, to)) return null;
  return { title, edits: [{ kind: "rename", path: spot.path, to }], safe };
}
