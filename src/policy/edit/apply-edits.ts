import { isDeepStrictEqual } from "node:util";
import type { Edit } from "../finding.ts";
import { pointerSegments } from "../json-pointer.ts";
import type { PolicyFormat } from "../read/format.ts";
import { jsonTree } from "../read/json-tree.ts";
import { findPlaced } from "../read/place-tree.ts";
import { readPolicy } from "../read/read-policy.ts";
import { yamlPlaces } from "../read/read-yaml.ts";
import { valueAt } from "../schema/messages.ts";
import { spliceFor } from "./splice.ts";

/** Text after the edits, or the edit that failed with its reason. */
export type Edited =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly edit: Edit; readonly why: string };

/**
 * Applies edits to a text in order; each path refers to the document after the previous edits. Everything
 * else is kept byte for byte: comments, layout, quotes, order, line endings, byte order mark. An alias is
 * edited at its use, where its value is written out. Verifies each edit against the document it must result
 * in. If an edit fails (for example for a value whose anchor is used elsewhere), applies none.
 */
export function applyEdits(text: string, edits: readonly Edit[], format: PolicyFormat): Edited {
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  let body = text.slice(mark.length);
  for (const edit of edits) {
    const next = applyEdit(body, edit, format);
    if (typeof next !== "string") return { ok: false, edit, why: next.why };
    body = next;
  }
  return { ok: true, text: mark + body };
}

function applyEdit(text: string, edit: Edit, format: PolicyFormat): string | { readonly why: string } {
  const before = readPolicy(text, { format });
  if (!before.ok) return { why: before.finding.message };
  const root = format === "json" ? jsonTree(text) : yamlPlaces(text);
  const found = findPlaced(root, edit.path);
  const after = editedValue(before.document.value, edit);
  if (found === null || after === null)
    return { why: `there is no value at ${edit.path}, or the new key already exists` };
  const splice = spliceFor(text, format, edit, found, valueAt(after.value, found.path));
  if (splice === null) return { why: "the layout of the text is not supported; edit it by hand" };
  const changed = text.slice(0, splice.start) + splice.text + text.slice(splice.end);
  const reading = readPolicy(changed, { format });
  if (reading.ok && isDeepStrictEqual(reading.document.value, after.value)) return changed;
  return { why: "the edit would also change other values, perhaps through an anchor" };
}

/**
 * Applies an edit to the value of a document. Copies only the path to the edited part, so that other uses of
 * an aliased value stay unchanged. Returns null if the path does not exist, or the edit renames a key to an
 * existing one.
 */
function editedValue(document: unknown, edit: Edit): { readonly value: unknown } | null {
  return edited(document, pointerSegments(edit.path), edit);
}

function edited(value: unknown, [key, ...rest]: readonly string[], edit: Edit): { value: unknown } | null {
  if (key === undefined) return edit.kind === "set" ? { value: edit.value } : null;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return null;
  const isLast = rest.length === 0;
  if (isLast && edit.kind !== "set")
    return edit.kind === "remove" ? without(value, key) : renamed(value, key, edit.to);
  const inside = edited(value[key as never], rest, edit);
  if (inside === null) return null;
  if (Array.isArray(value)) return { value: (value as unknown[]).with(Number(key), inside.value) };
  return { value: fromEntries(value, ([name, old]) => [name, name === key ? inside.value : old]) };
}

function without(value: object, key: string): { value: unknown } {
  if (Array.isArray(value)) return { value: (value as unknown[]).toSpliced(Number(key), 1) };
  return { value: fromEntries(value, (entry) => (entry[0] === key ? null : entry)) };
}

function renamed(value: object, key: string, to: string): { value: unknown } | null {
  if (Array.isArray(value) || Object.hasOwn(value, to)) return null;
  return { value: fromEntries(value, ([name, old]) => [name === key ? to : name, old]) };
}

type Entry = readonly [string, unknown];

/**
 * Copies an object with each entry changed, or omitted for null. All keys become own properties, also
 * `__proto__`.
 */
function fromEntries(value: object, change: (entry: Entry) => Entry | null): unknown {
  return Object.fromEntries(
    Object.entries(value).flatMap((entry) => {
      const changed = change(entry);
      return changed === null ? [] : [changed];
    }),
  );
}
