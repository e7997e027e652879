import { EVENT_ID, type Event, parseEvents } from "js-yaml";
import { skipBlank, yamlTree } from "../../text/yaml-tree.ts";
import { type Fault, Unreadable, maxDepth, parseFinding, textFault } from "./fault.ts";
import { lazyPlaces, type PlacedReading } from "./place-tree.ts";
import { yamlFault } from "./yaml-fault.ts";
import { yamlValue } from "./yaml-value.ts";

type DocumentEvent = Extract<Event, { type: typeof EVENT_ID.DOCUMENT }>;

/**
 * Reads a YAML 1.2 text (core schema: dates are text, `<<` is an ordinary key), with or without a byte order
 * mark. Never throws: a fault is one finding. Places are computed on demand.
 * @param isWellFormed true if the text was decoded from UTF-8 and thus has no lone surrogate
 */
export function readYaml(source: string, isWellFormed = false): PlacedReading {
  const text = source.charCodeAt(0) === 0xfeff ? source.slice(1) : source;
  const fault = textFault(text, isWellFormed);
  const refused = (fault: Fault): PlacedReading => ({ ok: false, finding: parseFinding(text, fault) });
  if (fault !== null) return refused(fault);
  let events: Event[];
  try {
    // js-yaml counts scalars one deeper than collections: the limit is looser here, and `yamlValue` enforces the
    // exact one.
    events = parseEvents(text, { maxDepth: maxDepth + 2 });
  } catch (error) {
    return refused(yamlFault(error));
  }
  try {
    const { document, more } = onlyDocument(text, events);
    if (more !== null) return refused(more);
    const read = yamlValue(text, document, events);
    return {
      ok: true,
      document: { text, format: "yaml", ...read, ...lazyPlaces(text, () => yamlTree(text, events)) },
    };
  } catch (error) {
    if (error instanceof Unreadable) return refused(error.fault);
    throw error;
  }
}

const isDocument = (event: Event): event is DocumentEvent => event.type === EVENT_ID.DOCUMENT;

/**
 * Returns the opening event of the document, and the error of a second document or null.
 * @throws {Unreadable} there is no document
 */
function onlyDocument(
  text: string,
  events: readonly Event[],
): { document: DocumentEvent; more: Fault | null } {
  const document = events.find(isDocument);
  const isEmpty = events[1]?.type === EVENT_ID.SCALAR && events[1].valueStart === -1;
  const next = events.findIndex((event, index) => index > 0 && isDocument(event));
  if (document === undefined || (isEmpty && next === -1)) {
    throw new Unreadable({
      start: 0,
      end: 0,
      message: "the text is empty",
      hint: "a policy is expected here",
    });
  }
  const second = next === -1 ? undefined : events[next];
  if (second === undefined || !isDocument(second)) return { document, more: null };
  const start = secondStart(text, isEmpty ? 0 : yamlTree(text, events).end, document, second);
  const message = "a second document begins here; a policy file has one";
  const end = start + (second.explicitStart ? 3 : 1);
  return { document, more: { start, end, message, hint: "move it to a file of its own" } };
}

/** Returns the offset of the second document's `---`, or of its content after a `...`. */
function secondStart(text: string, from: number, first: DocumentEvent, second: DocumentEvent): number {
  const markers = [...text.slice(from).matchAll(/(?<=^|[\r\n\uFEFF])(?:---|\.\.\.)(?=\s|$)/g)];
  const ownMarkers = from === 0 && first.explicitStart ? 1 : 0;
  if (second.explicitStart) {
    const starts = markers.filter(([marker]) => marker === "---");
    return from + (starts[ownMarkers]?.index ?? 0);
  }
  const end = markers.find(([marker]) => marker === "...");
  return skipBlank(text, from + (end === undefined ? 0 : end.index + 3));
}
