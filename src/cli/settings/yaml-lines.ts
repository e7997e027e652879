import { type Event, EVENT_ID, getScalarValue, parseEvents } from "js-yaml";

interface OpenCollection {
  readonly path: readonly string[];
  /** The key whose value comes next; null in a mapping that waits for a key, and in a sequence. */
  key: string | null;
  /** The place of the next item; null for a mapping. */
  index: number | null;
}

/**
 * On which line each key of a YAML text stands, counting from 1. Keys are the JSON text of the path: `["receiver","port"]`.
 * @throws {YAMLException}
 */
export function yamlLines(source: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  const open: OpenCollection[] = [];
  for (const event of parseEvents(source, {})) {
    const top = open.at(-1);
    if (event.type === EVENT_ID.DOCUMENT) {
      open.push({ path: [], key: "", index: null });
    } else if (event.type === EVENT_ID.POP) {
      open.pop();
    } else if (top !== undefined && isKey(top, event)) {
      top.key = getScalarValue(source, event);
      lines.set(JSON.stringify([...top.path, top.key]), lineOf(source, event.valueStart));
    } else if (top !== undefined) {
      const path = open.length === 1 ? [] : [...top.path, top.key ?? String(top.index)];
      if (event.type === EVENT_ID.MAPPING) open.push({ path, key: null, index: null });
      if (event.type === EVENT_ID.SEQUENCE) open.push({ path, key: null, index: 0 });
      if (top.index === null) top.key = null;
      else top.index += 1;
    }
  }
  return lines;
}

function isKey(top: OpenCollection, event: Event): event is Extract<Event, { type: typeof EVENT_ID.SCALAR }> {
  return top.index === null && top.key === null && event.type === EVENT_ID.SCALAR;
}

function lineOf(source: string, offset: number): number {
  return source.slice(0, offset).split("\n").length;
}
