import { COLLECTION_STYLE, EVENT_ID, type Event, SCALAR_STYLE, getScalarValue } from "js-yaml";
import type { PlacedProperty, PlacedValue } from "./placed-value.ts";

type ScalarEvent = Extract<Event, { type: typeof EVENT_ID.SCALAR }>;

/** Cursor in the events of one document. */
interface Walk {
  readonly text: string;
  readonly events: readonly Event[];
  index: number;
  /** Offset after the last node. */
  end: number;
  /** Anchored scalars by anchor name; their aliases can be keys. */
  readonly anchoredTexts: Map<string, string>;
}

/**
 * Builds the places of a document from the parser's events, the first of which opens it. Events have no ends of
 * collections, block texts and empty values; the text shows them. Expects a document that `yamlValue` accepts.
 */
export function yamlTree(text: string, events: readonly Event[]): PlacedValue {
  return readNode({ text, events, index: 1, end: 0, anchoredTexts: new Map() });
}

function readNode(walk: Walk): PlacedValue {
  const event = walk.events[walk.index++];
  switch (event?.type) {
    case EVENT_ID.SCALAR:
      return scalarPlace(walk, event);
    case EVENT_ID.ALIAS:
      walk.end = event.anchorEnd;
      return { start: event.anchorStart - 1, end: event.anchorEnd, isAlias: true };
    case EVENT_ID.SEQUENCE:
    case EVENT_ID.MAPPING: {
      const isFlow = event.style === COLLECTION_STYLE.FLOW;
      const { start } = event;
      walk.end = isFlow ? start + 1 : start;
      const content =
        event.type === EVENT_ID.MAPPING ? { properties: readProperties(walk) } : readItems(walk);
      walk.index++;
      if (isFlow) walk.end = afterClosing(walk.text, start, walk.end);
      return { start, end: walk.end, ...propertiesOf(event), ...content };
    }
    default:
      return { start: walk.end, end: walk.end };
  }
}

/** Returns the tag and the anchor of a node. */
function propertiesOf({ tagStart, anchorStart }: Pick<ScalarEvent, "tagStart" | "anchorStart">) {
  return {
    ...(tagStart === -1 ? {} : { tagStart }),
    ...(anchorStart === -1 ? {} : { isAnchored: true as const }),
  };
}

function readItems(walk: Walk): { readonly items: PlacedValue[] } {
  const items: PlacedValue[] = [];
  while (walk.events[walk.index]?.type !== EVENT_ID.POP) {
    walk.end = after(walk.text, walk.end, "-");
    items.push(readNode(walk));
  }
  return { items };
}

function readProperties(walk: Walk): Map<string, PlacedProperty> {
  const properties = new Map<string, PlacedProperty>();
  for (let key = walk.events[walk.index]; key !== undefined && key.type !== EVENT_ID.POP;) {
    walk.end = after(walk.text, walk.end, "?");
    const { start: keyStart, end: keyEnd } = readNode(walk);
    walk.end = after(walk.text, keyEnd, ":");
    properties.set(keyText(walk, key), { keyStart, keyEnd, value: readNode(walk) });
    key = walk.events[walk.index];
  }
  return properties;
}

function keyText({ text, anchoredTexts }: Walk, key: Event): string {
  if (key.type === EVENT_ID.SCALAR) return getScalarValue(text, key);
  if (key.type !== EVENT_ID.ALIAS) return "";
  return anchoredTexts.get(text.slice(key.anchorStart, key.anchorEnd)) ?? "";
}

function scalarPlace(walk: Walk, event: ScalarEvent): PlacedValue {
  const { text } = walk;
  const { valueStart, valueEnd, anchorStart, anchorEnd, tagEnd, style } = event;
  if (anchorStart !== -1) {
    walk.anchoredTexts.set(text.slice(anchorStart, anchorEnd), getScalarValue(text, event));
  }
  const earliest = Math.max(walk.end, anchorEnd, tagEnd);
  let [start, end] = [valueStart, valueEnd];
  if (valueStart === -1) start = end = earliest;
  else if (style === SCALAR_STYLE.SINGLE_QUOTED || style === SCALAR_STYLE.DOUBLE_QUOTED) {
    start--;
    end++;
  } else if (style !== SCALAR_STYLE.PLAIN) {
    start = blockStart(text, earliest);
    const length = text.slice(valueStart, valueEnd).trimEnd().length;
    end = length === 0 ? blockHeaderEnd(text, start) : valueStart + length;
  }
  walk.end = Math.max(end, start);
  return { start, end: walk.end, ...propertiesOf(event) };
}

/**
 * Returns the offset after the next indicator, skipping white space and comments, or `from` if it does not
 * follow.
 */
function after(text: string, from: number, indicator: "-" | ":" | "?"): number {
  const at = skipBlank(text, from);
  return text[at] === indicator ? at + 1 : from;
}

/** Returns the offset of the `|` or `>` of a block text, or `from` if it does not follow. */
function blockStart(text: string, from: number): number {
  const at = skipBlank(text, from);
  return text[at] === "|" || text[at] === ">" ? at : from;
}

/** Returns the offset after the header of a block text (`|` or `>` and its indicators). */
function blockHeaderEnd(text: string, start: number): number {
  let end = start + 1;
  while (/[-+\d]/.test(text.charAt(end))) end++;
  return end;
}

/**
 * Returns the offset after the matching closing bracket, or `from` for a pair in a list (`[a: 1]`), a mapping without
 * brackets.
 */
function afterClosing(text: string, start: number, from: number): number {
  const closing = text[start] === "{" ? "}" : text[start] === "[" ? "]" : null;
  if (closing === null) return from;
  let at = skipBlank(text, from);
  if (text[at] === ",") at = skipBlank(text, at + 1);
  return text[at] === closing ? at + 1 : from;
}

/**
 * Returns the offset after white space and comments. Uses a loop: a regular expression overflows its stack on
 * megabytes of them.
 */
export function skipBlank(text: string, from: number): number {
  let at = from;
  while (at < text.length) {
    if (isSpace(text.charCodeAt(at))) at++;
    else if (text[at] === "#" && (at === 0 || isSpace(text.charCodeAt(at - 1)))) at = lineEnd(text, at);
    else break;
  }
  return at;
}

/** Returns true for a space, tab, line ending or byte order mark. */
function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09 || code === 0xfeff;
}

function lineEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) !== 0x0a && text.charCodeAt(at) !== 0x0d) at++;
  return at;
}
