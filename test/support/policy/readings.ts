import type { PolicyDocument, Reading } from "../../../src/policy/document.ts";
import type { Finding } from "../../../src/policy/finding.ts";

/** Returns the successful reading; throws if the text could not be read. */
export function readDocument(reading: Reading): PolicyDocument {
  if (reading.ok) return reading.document;
  throw new Error(`it cannot be read: ${reading.finding.message}`);
}

/** Returns the failed reading; throws if the text could be read. */
export function readFault(reading: Reading): Finding {
  if (!reading.ok) return reading.finding;
  throw new Error("it can be read");
}

/** Returns the texts at the places of a value and its key; null if there is none. */
export function placedTexts(
  document: PolicyDocument,
  path: string,
): { value: string | null; key: string | null } {
  const at = (place: { start: number; end: number } | null) =>
    place && document.text.slice(place.start, place.end);
  return { value: at(document.valuePlace(path)), key: at(document.keyPlace(path)) };
}
