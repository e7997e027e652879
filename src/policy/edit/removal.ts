import type { Found, PlacedValue } from "../read/place-tree.ts";
import { skipBlank } from "../read/yaml-blank.ts";
import type { Splice } from "./splice.ts";

/** An item or a property as it stands: from its dash or key to the end of its value. */
interface Entry {
  readonly start: number;
  readonly end: number;
}

/** Takes an item or a property out: with its comma, or with its line. Null: it stands in a way that is not understood. */
export function removal(text: string, found: Found): Splice | null {
  const { parent } = found;
  if (parent === null) return null;
  const isFlow = text[parent.start] === "{" || text[parent.start] === "[";
  const entries = isFlow ? flowEntries(parent) : blockEntries(text, parent);
  const index = entries.findIndex(({ end, start }) => end === found.value.end && start <= found.value.start);
  if (index === -1) return null;
  return isFlow ? flowRemoval(parent, entries, index) : blockRemoval(text, parent, entries, index);
}

function flowEntries({ properties, items }: PlacedValue): readonly Entry[] {
  if (items !== undefined) return items;
  return [...(properties?.values() ?? [])].map(({ keyStart, value }) => ({
    start: keyStart,
    end: value.end,
  }));
}

function flowRemoval(parent: PlacedValue, entries: readonly Entry[], index: number): Splice | null {
  const [previous, entry, next] = [entries[index - 1], entries[index], entries[index + 1]];
  if (entry === undefined) return null;
  if (previous !== undefined) return { start: previous.end, end: entry.end, text: "" };
  if (next !== undefined) return { start: entry.start, end: next.start, text: "" };
  return { start: parent.start + 1, end: parent.end - 1, text: "" };
}

/** Of a list the dashes: each follows on what stands before, but for comments. */
function blockEntries(text: string, { start, properties, items }: PlacedValue): readonly Entry[] {
  if (properties !== undefined) {
    return [...properties.values()].map(({ keyStart, value }) => ({ start: keyStart, end: value.end }));
  }
  let from = start;
  return (items ?? []).map(({ end }) => {
    const entry = { start: skipBlank(text, from), end };
    from = end;
    return entry;
  });
}

function blockRemoval(
  text: string,
  parent: PlacedValue,
  entries: readonly Entry[],
  index: number,
): Splice | null {
  const [entry, next] = [entries[index], entries[index + 1]];
  if (entry === undefined) return null;
  if (entries.length === 1) return { start: parent.start, end: parent.end, text: parent.items ? "[]" : "{}" };
  const lineStart =
    Math.max(text.lastIndexOf("\n", entry.start - 1), text.lastIndexOf("\r", entry.start - 1)) + 1;
  if (text.slice(lineStart, entry.start).trim() === "") {
    const rest = /[ \t]*(?:[ \t]#[^\r\n]*)?(?:\r\n?|\n|$)/y;
    rest.lastIndex = entry.end;
    return rest.test(text) ? { start: lineStart, end: rest.lastIndex, text: "" } : null;
  }
  // The first one of what begins behind a dash (`- axis: Λ1`): the second one takes its place there.
  return index === 0 && next !== undefined ? { start: entry.start, end: next.start, text: "" } : null;
}
