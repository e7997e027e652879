import type { PolicyDocument, Reading } from "../../../src/policy/document.ts";
import type { Finding } from "../../../src/policy/finding.ts";

/** Fails for a text that could not be read. */
export function readDocument(reading: Reading): PolicyDocument {
  if (reading.ok) return reading.document;
  throw new Error(`it cannot be read: ${reading.finding.message}`);
}

/** Fails for a text that could be read. */
export function readFault(reading: Reading): Finding {
  if (!reading.ok) return reading.finding;
  throw new Error("it can be read");
}

/** The text at a value's place and at its key's, null where there is none. */
export function placedTexts(
  document: PolicyDocument,
  path: string,
): { value: string | null; key: string | null } {
  const at = (place: { start: number; end: number } | null) =>
    place && document.text.slice(place.start, place.end);
  return { value: at(document.valuePlace(path)), key: at(document.keyPlace(path)) };
}
