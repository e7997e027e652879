import { isDeepStrictEqual } from "node:util";
import type { PlacedValue } from "../../text/placed-value.ts";
import { childPointer, pointerSegments } from "../json-pointer.ts";
import type { PolicyFormat } from "../read/format.ts";
import { type Found, findPlaced, type PlacedDocument } from "../read/place-tree.ts";
import { readPolicy } from "../read/read-policy.ts";
import { valueAt } from "../schema/messages.ts";
import { copying, insertion } from "./addition.ts";
import { type Splice, spliceFor } from "./splice.ts";
import type { Addition, TextEdit } from "./text-edit.ts";
import { layoutOf } from "./written-value.ts";

/** Text after the edits, or the failed edit with its reason. */
export type Edited =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly edit: TextEdit; readonly why: string };

/** Failed edit with its reason. */
interface Refused {
  readonly why: string;
}

interface EditOptions {
  /** False refuses to write out an object or a list in place of its alias. @default true */
  readonly writesOutAliases?: boolean;
}

/**
 * Applies edits to a text in order; each path refers to the document after the previous edits. Keeps all other bytes:
 * comments, layout, quotes, order, line endings, byte order mark. Edits an alias at its use, where the value replaces
 * it. Verifies the resulting document of each edit. Applies none if an edit fails (for example for a value with an
 * anchor in use).
 */
export function applyEdits(
  text: string,
  edits: readonly TextEdit[],
  format: PolicyFormat,
  options: EditOptions = {},
): Edited {
  const [first] = edits;
  if (first === undefined) return { ok: true, text };
  const reading = readPolicy(text, { format });
  if (!reading.ok) return { ok: false, edit: first, why: reading.finding.message };
  const edited = editDocument(reading.document, edits, options);
  if ("why" in edited) return { ok: false, ...edited };
  const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
  return { ok: true, text: mark + edited.text };
}

/** Applies edits to a document like `applyEdits`. */
export function editDocument(
  document: PlacedDocument,
  edits: readonly TextEdit[],
  options: EditOptions = {},
): PlacedDocument | (Refused & { readonly edit: TextEdit }) {
  let now = document;
  for (const edit of edits) {
    const next = editOnce(now, edit, options);
    if ("why" in next) return { edit, ...next };
    now = next;
  }
  return now;
}

function editOnce(
  document: PlacedDocument,
  edit: TextEdit,
  { writesOutAliases = true }: EditOptions,
): PlacedDocument | Refused {
  const { text, format } = document;
  const root = document.tree();
  const found = findPlaced(root, edit.kind === "insert" ? holderPath(edit.path) : edit.path);
  const after = editedValue(document.value, edit);
  if (found === null || after === null)
    return { why: `there is no value at ${edit.path}, or the new key already exists` };
  const isAddition = edit.kind === "insert" || edit.kind === "copy";
  if (found.isBehindAlias && (isAddition || !writesOutAliases)) {
    return { why: `${text.slice(found.value.start, found.value.end)} repeats another part; edit it by hand` };
  }
  const splice = isAddition
    ? additionSplice(text, format, edit, found, root)
    : spliceFor(text, format, edit, found, valueAt(after.value, found.path));
  if (splice === null) return { why: "the layout of the text is not supported; edit it by hand" };
  if ("why" in splice) return splice;
  const changed = text.slice(0, splice.start) + splice.text + text.slice(splice.end);
  const reading = readPolicy(changed, { format });
  if (reading.ok && isDeepStrictEqual(reading.document.value, after.value)) return reading.document;
  return { why: "the edit would also change other values, perhaps through an anchor" };
}

function additionSplice(
  text: string,
  format: PolicyFormat,
  edit: Addition,
  found: Found,
  root: PlacedValue,
): Splice | Refused | null {
  const layout = layoutOf(text, format);
  const index = Number(pointerSegments(edit.path).at(-1));
  if (edit.kind === "copy") {
    if (found.parent === null) return null;
    // An alias below the copy would refer to the copy.
    if (hasAnchor(found.value)) return { why: "it has an anchor, whose name would be there twice" };
    return copying(layout, found.parent, index);
  }
  const list = found.value;
  if (list.isAlias === true) {
    return { why: `${text.slice(list.start, list.end)} repeats another part; edit it by hand` };
  }
  const like = edit.like === undefined ? null : findPlaced(root, edit.like);
  const before = list.items?.[Math.max(0, index - 1)];
  if (before !== undefined) return insertion(layout, list, index, edit.value, { value: before, list });
  const isUsable = like !== null && !like.isBehindAlias && like.parent !== null;
  return insertion(
    layout,
    list,
    index,
    edit.value,
    isUsable ? { value: like.value, list: like.parent ?? list } : null,
  );
}

function hasAnchor({ isAnchored, items = [], properties }: PlacedValue): boolean {
  const inside = [...items, ...[...(properties?.values() ?? [])].map(({ value }) => value)];
  return isAnchored === true || inside.some(hasAnchor);
}

/** Returns the JSON Pointer of the list or object that holds a value. */
function holderPath(path: string): string {
  return pointerSegments(path).slice(0, -1).reduce(childPointer, "");
}

/**
 * Applies an edit to the value of a document. Copies only the path to the edited part, so that other uses of an
 * aliased value stay unchanged. Returns null for a missing path, or a rename to an existing key.
 */
function editedValue(document: unknown, edit: TextEdit): { readonly value: unknown } | null {
  return edited(document, pointerSegments(edit.path), edit);
}

function edited(
  value: unknown,
  [key, ...rest]: readonly string[],
  edit: TextEdit,
): { value: unknown } | null {
  if (key === undefined) return edit.kind === "set" ? { value: edit.value } : null;
  if (typeof value !== "object" || value === null) return null;
  const isLast = rest.length === 0;
  if (isLast && edit.kind === "insert") return inserted(value, Number(key), edit.value);
  if (!Object.hasOwn(value, key)) return null;
  if (isLast && edit.kind === "copy") return inserted(value, Number(key) + 1, value[key as never]);
  if (isLast && edit.kind === "remove") return without(value, key);
  if (isLast && edit.kind === "rename") return renamed(value, key, edit.to);
  const inside = edited(value[key as never], rest, edit);
  if (inside === null) return null;
  if (Array.isArray(value)) return { value: (value as unknown[]).with(Number(key), inside.value) };
  return { value: fromEntries(value, ([name, old]) => [name, name === key ? inside.value : old]) };
}

function inserted(value: object, index: number, item: unknown): { value: unknown } | null {
  if (!Array.isArray(value) || !(index >= 0 && index <= value.length)) return null;
  return { value: (value as unknown[]).toSpliced(index, 0, item) };
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
