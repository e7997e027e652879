import { EVENT_ID, type Event, SCALAR_STYLE, getScalarValue } from "js-yaml";
import type { PolicyDocument } from "../document.ts";
import { quoted } from "../quoted.ts";
import { breakOff, loneSurrogate, maxAliasedValues, maxDepth } from "./fault.ts";
import { checkCollectionTag, plainValue, taggedValue } from "./yaml-scalar.ts";

type ScalarEvent = Extract<Event, { type: typeof EVENT_ID.SCALAR }>;
type AliasEvent = Extract<Event, { type: typeof EVENT_ID.ALIAS }>;
type CollectionEvent = Extract<Event, { type: typeof EVENT_ID.MAPPING | typeof EVENT_ID.SEQUENCE }>;
type DocumentEvent = Extract<Event, { type: typeof EVENT_ID.DOCUMENT }>;

/** Anchored value. `isWhole` is false while its object or list is open. */
interface Anchor {
  readonly value: unknown;
  /** Number of contained values, including the value itself and aliases. */
  size: number;
  /** Depth of nested objects and lists; 0 for a scalar. */
  height: number;
  isWhole: boolean;
}

/** Object or list whose end was not reached. */
interface Frame {
  /** Exactly one of `object` and `list` is null. */
  readonly object: Record<string, unknown> | null;
  readonly list: unknown[] | null;
  readonly anchor: Anchor | null;
  /** Key of the next value; null before a key or an item. */
  key: string | null;
  size: number;
  height: number;
}

/** State of building one document's value. */
interface Building {
  readonly text: string;
  readonly document: DocumentEvent;
  readonly frames: Frame[];
  readonly anchors: Map<string, Anchor>;
  /** Number of values expanded by aliases so far. */
  aliased: number;
  root: unknown;
  mayHavePrototypeKey: boolean;
  readonly events: readonly Event[];
  /** Index of the current event. */
  index: number;
}

/**
 * Builds the value of a document from the parser's events, the first of which opens it. Aliases share their
 * value. Places are left to `yamlTree`, on demand.
 * @throws {Unreadable}
 */
export function yamlValue(
  text: string,
  document: DocumentEvent,
  events: readonly Event[],
): Pick<PolicyDocument, "value" | "mayHavePrototypeKey"> {
  const building: Building = {
    text,
    document,
    frames: [],
    anchors: new Map(),
    aliased: 0,
    root: null,
    mayHavePrototypeKey: false,
    events,
    index: 0,
  };
  for (let index = 1; index < events.length; index++) {
    const event = events[index];
    if (event === undefined) break;
    building.index = index;
    if (event.type === EVENT_ID.SCALAR) addScalar(building, event);
    else if (event.type === EVENT_ID.POP) close(building);
    else if (event.type === EVENT_ID.ALIAS) addAlias(building, event);
    else if (event.type !== EVENT_ID.DOCUMENT) open(building, event);
  }
  return { value: building.root, mayHavePrototypeKey: building.mayHavePrototypeKey };
}

function addScalar(building: Building, event: ScalarEvent): void {
  const { text } = building;
  const frame = building.frames.at(-1);
  const scalar = getScalarValue(text, event);
  if (event.style === SCALAR_STYLE.DOUBLE_QUOTED && !event.fast) checkEscapes(text, event, scalar);
  if (frame !== undefined && frame.object !== null && frame.key === null) {
    if (event.tagStart !== -1) taggedValue(text, event, building.document, scalar);
    if (event.anchorStart !== -1) setAnchor(building, event, scalar);
    setKey(frame, scalar, event.valueStart === -1 ? emptySpan(building) : event);
    return;
  }
  let value: unknown = scalar;
  if (event.tagStart !== -1) value = taggedValue(text, event, building.document, scalar);
  else if (event.style === SCALAR_STYLE.PLAIN) value = plainValue(scalar);
  if (event.anchorStart !== -1) setAnchor(building, event, value);
  put(building, frame, value);
}

function setAnchor(building: Building, event: ScalarEvent, value: unknown): void {
  const name = building.text.slice(event.anchorStart, event.anchorEnd);
  building.anchors.set(name, { value, size: 1, height: 0, isWhole: true });
}

/**
 * Sets the key of the next value. A key is text, even if the same plain text would have another type as a
 * value.
 * @throws {Unreadable} the key is repeated
 */
function setKey(frame: Frame, key: string, { valueStart, valueEnd }: Span): void {
  if (frame.object !== null && key in frame.object && Object.hasOwn(frame.object, key)) {
    breakOff(
      valueStart,
      valueEnd,
      `the key ${quoted(key)} is repeated in this mapping`,
      "remove or rename one of the two",
    );
  }
  frame.key = key;
}

/** Returns the end of the preceding node as the place of an empty key, which has no place. */
function emptySpan({ events, index }: Building): Span {
  for (let before = index; before > 0; before--) {
    const event = events[before];
    if (event?.type === EVENT_ID.SCALAR || event?.type === EVENT_ID.ALIAS) {
      const end = Math.max(event.anchorEnd, event.type === EVENT_ID.SCALAR ? event.valueEnd : -1);
      if (end !== -1) return { valueStart: end, valueEnd: end };
    } else if (event?.type === EVENT_ID.MAPPING) return { valueStart: event.start, valueEnd: event.start };
  }
  return { valueStart: 0, valueEnd: 0 };
}

interface Span {
  readonly valueStart: number;
  readonly valueEnd: number;
}

function put(building: Building, frame: Frame | undefined, value: unknown): void {
  if (frame === undefined) {
    building.root = value;
    return;
  }
  frame.size++;
  if (frame.list !== null) frame.list.push(value);
  else if (frame.object !== null && frame.key !== null) {
    // Assigning `__proto__` would set the prototype.
    if (frame.key === "__proto__") {
      building.mayHavePrototypeKey = true;
      Object.defineProperty(frame.object, frame.key, {
        value,
        enumerable: true,
        configurable: true,
        writable: true,
      });
    } else frame.object[frame.key] = value;
    frame.key = null;
  }
}

function open(building: Building, event: CollectionEvent): void {
  const { text, frames, document } = building;
  const isList = event.type === EVENT_ID.SEQUENCE;
  if (event.tagStart !== -1) checkCollectionTag(text, event, document, isList ? "seq" : "map");
  const holder = frames.at(-1);
  if (holder !== undefined && holder.object !== null && holder.key === null) refuseKey(event.start);
  if (frames.length >= maxDepth) {
    breakOff(event.start, event.start + 1, tooDeep, "a policy needs six levels");
  }
  const list: unknown[] | null = isList ? [] : null;
  const object: Record<string, unknown> | null = isList ? null : {};
  let anchor: Anchor | null = null;
  if (event.anchorStart !== -1) {
    anchor = { value: list ?? object, size: 0, height: 0, isWhole: false };
    building.anchors.set(text.slice(event.anchorStart, event.anchorEnd), anchor);
  }
  frames.push({ list, object, anchor, key: null, size: 1, height: 1 });
}

/** Message for text that is nested too deep. */
export const tooDeep = `mappings and lists are nested deeper than ${maxDepth} levels here`;

function refuseKey(start: number): never {
  breakOff(start, start + 1, "a list or mapping cannot be a key", "put it in quotes");
}

function close(building: Building): void {
  const frame = building.frames.pop();
  // The last event closes the document.
  if (frame === undefined) return;
  if (frame.anchor !== null) {
    frame.anchor.size = frame.size;
    frame.anchor.height = frame.height;
    frame.anchor.isWhole = true;
  }
  const holder = building.frames.at(-1);
  put(building, holder, frame.list ?? frame.object);
  if (holder !== undefined) grow(holder, frame.size - 1, frame.height);
}

function grow(frame: Frame, values: number, height: number): void {
  frame.size += values;
  if (height + 1 > frame.height) frame.height = height + 1;
}

function addAlias(building: Building, event: AliasEvent): void {
  const { anchorStart, anchorEnd } = event;
  const start = anchorStart - 1;
  const name = building.text.slice(anchorStart, anchorEnd);
  const anchor = building.anchors.get(name);
  if (anchor === undefined) {
    breakOff(
      start,
      anchorEnd,
      `there is no anchor &${name} before the alias *${name}`,
      "define the anchor first",
    );
  }
  if (!anchor.isWhole) {
    breakOff(start, anchorEnd, `*${name} is used within its own value`, "write the value out here");
  }
  building.aliased += anchor.size;
  if (building.aliased > maxAliasedValues) {
    const hint = "write the values out";
    breakOff(start, anchorEnd, `the aliases up to here expand to more than ${maxAliasedValues} values`, hint);
  }
  const frame = building.frames.at(-1);
  if (building.frames.length + anchor.height > maxDepth)
    breakOff(start, anchorEnd, tooDeep, "a policy needs six levels");
  if (frame !== undefined && frame.object !== null && frame.key === null) {
    if (typeof anchor.value !== "string") {
      breakOff(start, anchorEnd, `*${name} is used as a key, but is not text`, "write the key out");
    }
    setKey(frame, anchor.value, { valueStart: start, valueEnd: anchorEnd });
    return;
  }
  put(building, frame, anchor.value);
  if (frame !== undefined) grow(frame, anchor.size - 1, anchor.height);
}

/**
 * Rejects invalid escapes that js-yaml accepts: a lone surrogate, or a number above U+10FFFF.
 * @throws {Unreadable}
 */
function checkEscapes(text: string, { valueStart, valueEnd }: Span, scalar: string): void {
  const hasNoCharacter = /(?<!\\)(?:\\\\)*\\U(?!00(?:0[\dA-Fa-f]|10)[\dA-Fa-f]{4})/.exec(
    text.slice(valueStart, valueEnd),
  );
  if (hasNoCharacter !== null) {
    const start = valueStart + hasNoCharacter.index;
    breakOff(
      start,
      start + hasNoCharacter[0].length,
      "there is no character with this number",
      "the last is \\U0010FFFF",
    );
  }
  if (scalar.isWellFormed()) return;
  breakOff(valueStart - 1, valueEnd + 1, loneSurrogate.message, loneSurrogate.hint);
}
