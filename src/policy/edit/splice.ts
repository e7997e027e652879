import type { PlacedValue } from "../../text/placed-value.ts";
import { skipBlank } from "../../text/yaml-tree.ts";
import type { Edit } from "../finding.ts";
import type { PolicyFormat } from "../read/format.ts";
import type { Found } from "../read/place-tree.ts";
import { plainValue } from "../read/yaml-scalar.ts";

/** Range of a text, by offsets with an exclusive end, and its replacement. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Returns the change of a text for an edit of its document; null if the layout of the text is not supported.
 * @param after value of the document after the edit, at the path of `found`
 */
export function spliceFor(
  text: string,
  format: PolicyFormat,
  edit: Edit,
  found: Found,
  after: unknown,
): Splice | null {
  const { value, property } = found;
  const { start, end } = value;
  // Writes the value out: other uses of the alias keep theirs. JSON is valid YAML in flow style.
  if (found.isBehindAlias) return { start, end, text: JSON.stringify(after) };
  switch (edit.kind) {
    case "set": {
      if (format === "json") return { start, end, text: JSON.stringify(edit.value) };
      const written = yamlScalar(edit.value, text.slice(start, end));
      const needsSpace = start === end && /\S/.test(text.charAt(start - 1));
      return { start: value.tagStart ?? start, end, text: needsSpace ? ` ${written}` : written };
    }
    case "rename": {
      if (property === null) return null;
      const { keyStart, keyEnd } = property;
      const written =
        format === "json" ? JSON.stringify(edit.to) : yamlScalar(edit.to, text.slice(keyStart, keyEnd));
      return { start: keyStart, end: keyEnd, text: written };
    }
    case "remove":
      return removal(text, found);
  }
}

/** Range of an item or a property, from its dash or key to the end of its value. */
interface Entry {
  readonly start: number;
  readonly end: number;
}

/** Removes an item or a property with its comma or line. Returns null if the layout is not supported. */
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

/**
 * Returns the entries of an object or list in block style. The dash of an item follows the previous item, except for
 * comments.
 */
export function blockEntries(text: string, { start, properties, items }: PlacedValue): readonly Entry[] {
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
  if (entries.length === 1) {
    // Brackets, unlike dashes, cannot stand in the column of the key.
    const space = isBelowItsKey(text, parent.start) ? " " : "";
    return { start: parent.start, end: parent.end, text: `${space}${parent.items ? "[]" : "{}"}` };
  }
  const lineStart =
    Math.max(text.lastIndexOf("\n", entry.start - 1), text.lastIndexOf("\r", entry.start - 1)) + 1;
  if (text.slice(lineStart, entry.start).trim() === "") {
    const rest = /[ \t]*(?:[ \t]#[^\r\n]*)?(?:\r\n?|\n|$)/y;
    rest.lastIndex = entry.end;
    if (!rest.test(text)) return null;
    return { start: lineStart, end: rest.lastIndex + spareLine(text, lineStart, rest.lastIndex), text: "" };
  }
  // The second key of an item (`- axis: Λ1`) moves to the place of the first.
  return index === 0 && next !== undefined ? { start: entry.start, end: next.start, text: "" } : null;
}

/** Returns true if a list starts in the column of the key above it. */
function isBelowItsKey(text: string, start: number): boolean {
  const lines = text.slice(0, start).split(/\r\n?|\n/);
  const column = lines.pop()?.length ?? 0;
  const above = lines.findLast((line) => !/^\s*(?:#|$)/.test(line)) ?? "";
  return /^\s*(?:- +)*/.exec(above)?.[0].length === column;
}

/**
 * Returns the length of an empty line behind removed lines if another precedes them, so that one stays. Empty lines
 * at the end of a block text with `+` belong to the text.
 */
function spareLine(text: string, start: number, end: number): number {
  const before = /(?:^|\r\n?|\n)[ \t]*(?:\r\n?|\n)$/.test(text.slice(Math.max(0, start - 200), start));
  const [behind = ""] = /^[ \t]*(?:\r\n?|\n)/.exec(text.slice(end, end + 200)) ?? [];
  return before && !/[|>]\d?\+/.test(text) ? behind.length : 0;
}

/** Matches text that needs no quotes in YAML, even in flow style; stricter than required. */
const plain = /^[\p{L}\p{N}(§](?:[\p{L}\p{N} ._/()§&+;’–—-]*[\p{L}\p{N}._/()§%])?$/u;

/**
 * Pattern of dates, booleans, nulls and numbers of YAML 1.1, which other programs may use to read the file.
 */
const otherInYaml11 = /^(?:\d{4}-\d{1,2}-\d{1,2}.*|y|n|yes|no|on|off|true|false|null|0[\d_]+|[\d_]+)$/i;

/**
 * Formats a value as YAML, in the quotes of the replaced source `old`; unquoted if it was and no quotes are needed.
 */
export function yamlScalar(value: string | number | boolean, old: string): string {
  if (typeof value !== "string") return String(value);
  if (old.startsWith("'") && /^[^\p{C}]*$/u.test(value)) return `'${value.replaceAll("'", "''")}'`;
  const needsNone = plain.test(value) && !otherInYaml11.test(value) && plainValue(value) === value;
  return needsNone && !old.startsWith('"') ? value : JSON.stringify(value);
}
