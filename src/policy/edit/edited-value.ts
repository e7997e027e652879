import type { Edit } from "../finding.ts";
import { pointerSegments } from "../json-pointer.ts";

/**
 * What a document's value is after an edit. Only the way to the edited part is copied, so that of a value with several aliases one use
 * alone changes. Null: the edit leads nowhere, or gives an object a key it has.
 */
export function editedValue(document: unknown, edit: Edit): { readonly value: unknown } | null {
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

/** Own properties all of them, `__proto__` too, as `Object.fromEntries` makes them. */
function fromEntries(value: object, change: (entry: Entry) => Entry | null): unknown {
  return Object.fromEntries(
    Object.entries(value).flatMap((entry) => {
      const changed = change(entry);
      return changed === null ? [] : [changed];
    }),
  );
}
