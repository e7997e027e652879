import { placedChild, type PlacedProperty, type PlacedValue } from "../../text/placed-value.ts";
import type { PolicyDocument, Reading } from "../document.ts";
import type { Place } from "../finding.ts";
import { childPointer, pointerSegments } from "../json-pointer.ts";
import { linesOf, placeBetween } from "../lines.ts";

/** Target of a JSON Pointer: the value, and its property. */
export interface Found {
  readonly value: PlacedValue;
  readonly property: PlacedProperty | null;
  /** Object or list that holds it; null for the root. */
  readonly parent: PlacedValue | null;
  /** True if the pointer leads into an alias; `value` is then the alias. */
  readonly isBehindAlias: boolean;
  /** JSON Pointer of the target: the requested one, cut at an alias. */
  readonly path: string;
}

/** Finds the target of a JSON Pointer, or null. A pointer into an alias ends at the alias. */
export function findPlaced(root: PlacedValue, path: string): Found | null {
  let found: Found = { value: root, property: null, parent: null, isBehindAlias: false, path: "" };
  for (const segment of pointerSegments(path)) {
    const { value } = found;
    if (value.isAlias === true) return { ...found, isBehindAlias: true };
    const child = placedChild(value, segment);
    if (child === null) return null;
    const path = childPointer(found.path, segment);
    found = { ...child, parent: value, isBehindAlias: false, path };
  }
  return found;
}

/** Document with the places of its values, for edits. */
export interface PlacedDocument extends PolicyDocument {
  /** Returns the places of all values. */
  tree(): PlacedValue;
}

/** Result of reading a text, like `Reading`. */
export type PlacedReading =
  | { readonly ok: true; readonly document: PlacedDocument }
  | Exclude<Reading, { readonly ok: true }>;

/**
 * Creates the lookups of places. Builds the tree at the first lookup: most documents are valid and need none.
 */
export function lazyPlaces(text: string, makeTree: () => PlacedValue) {
  let root: PlacedValue | null = null;
  let lines: readonly number[] | null = null;
  const tree = () => (root ??= makeTree());
  const find = (path: string) => ({ lines: (lines ??= linesOf(text)), found: findPlaced(tree(), path) });
  return {
    tree,
    valuePlace(path: string): Place | null {
      const { lines, found } = find(path);
      return found && placeBetween(lines, found.value.start, found.value.end);
    },
    keyPlace(path: string): Place | null {
      const { lines, found } = find(path);
      if (found === null) return null;
      if (found.isBehindAlias) return placeBetween(lines, found.value.start, found.value.end);
      return found.property && placeBetween(lines, found.property.keyStart, found.property.keyEnd);
    },
  };
}
