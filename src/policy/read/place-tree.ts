import type { Place } from "../finding.ts";
import { childPointer, pointerSegments } from "../json-pointer.ts";
import { linesOf, placeBetween } from "./lines.ts";

/** Where a value and what is in it stand. Offsets into the text, ends exclusive. */
export interface PlacedValue {
  readonly start: number;
  end: number;
  /** Of an object. */
  readonly properties?: Map<string, PlacedProperty>;
  /** Of a list. */
  readonly items?: PlacedValue[];
  /** Where its tag stands, if it has one in YAML. */
  readonly tagStart?: number;
  /** An alias: whatever is in it stands where the alias does. */
  readonly isAlias?: true;
}

export interface PlacedProperty {
  readonly keyStart: number;
  readonly keyEnd: number;
  readonly value: PlacedValue;
}

/** What a JSON Pointer leads to: the value, and the property that holds it unless that is a list or nothing. */
export interface Found {
  readonly value: PlacedValue;
  readonly property: PlacedProperty | null;
  /** What holds it; null for the root. */
  readonly parent: PlacedValue | null;
  /** The pointer leads through an alias, and this is the alias. */
  readonly isBehindAlias: boolean;
  /** The JSON Pointer of what was found: all of the one asked for, or as much of it as leads to the alias. */
  readonly path: string;
}

/** What stands at a JSON Pointer. Behind an alias nothing is looked up: the alias is the answer. Null: there is nothing. */
export function findPlaced(root: PlacedValue, path: string): Found | null {
  let found: Found = { value: root, property: null, parent: null, isBehindAlias: false, path: "" };
  for (const segment of pointerSegments(path)) {
    const { value } = found;
    if (value.isAlias === true) return { ...found, isBehindAlias: true };
    const property = value.properties?.get(segment) ?? null;
    const next = property?.value ?? (/^\d+$/.test(segment) ? value.items?.[Number(segment)] : undefined);
    if (next === undefined) return null;
    const path = childPointer(found.path, segment);
    found = { value: next, property, parent: value, isBehindAlias: false, path };
  }
  return found;
}

/** The look-ups of a document, whose tree is made the first time one is asked for: most documents are right, and never asked. */
export function lazyPlaces(text: string, makeTree: () => PlacedValue) {
  let made: { root: PlacedValue; lines: readonly number[] } | null = null;
  const find = (path: string) => {
    made ??= { root: makeTree(), lines: linesOf(text) };
    return { lines: made.lines, found: findPlaced(made.root, path) };
  };
  return {
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
