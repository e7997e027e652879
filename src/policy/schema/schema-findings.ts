import type { PolicyDocument } from "../document.ts";
import type { Finding, Place } from "../finding.ts";
import { quoted } from "../quoted.ts";
import { extraProperty, valueAt, violationMessage } from "./messages.ts";
import type { Violation } from "./runtime.ts";
import { type Suggestion, misspellings, renaming, suggestionFor } from "./suggestion.ts";

const nowhere: Place = { line: 1, column: 1, endLine: 1, endColumn: 1, start: 0, end: 0 };

/** Converts violations of the schema to findings with message, place and suggestion, in the same order. */
export function schemaFindings(document: PolicyDocument, violations: readonly Violation[]): Finding[] {
  const misspelled = new Map<string, ReturnType<typeof misspellings>>();
  const misspelledAt = (path: string) => {
    const known = misspelled.get(path) ?? misspellings(path, valueAt(document.value, path));
    misspelled.set(path, known);
    return known;
  };
  return violations.map((violation) => {
    const { keyword, instancePath: path, params } = violation;
    const value = valueAt(document.value, path);
    const place = placeOf(document, violation);
    return {
      path,
      keyword,
      rule: null,
      severity: "error" as const,
      message: violationMessage(violation, value),
      ...(keyword === "required" || keyword === "additionalProperties"
        ? keySuggestion(violation, misspelledAt(path))
        : suggestionFor(violation, value, document.text.slice(place.start, place.end))),
      ...place,
    };

    function keySuggestion(violation: Violation, pairs: ReturnType<typeof misspellings>): Suggestion {
      if (keyword === "additionalProperties") {
        const pair = pairs.find(({ written }) => written === params.additionalProperty);
        return pair === undefined ? suggestionFor(violation, value, "") : renaming(path, pair);
      }
      const pair = pairs.find(({ meant }) => meant === params.missingProperty);
      if (pair === undefined) return { hint: null, fix: null };
      // An unknown key that the schema rejects has its own finding, which offers the fix.
      const isRefused = violations.some(
        (other) => other.instancePath === path && other.params.additionalProperty === pair.written,
      );
      const { fix } = renaming(path, pair);
      return {
        hint: `${quoted(pair.written)} may be a misspelling of it`,
        fix:
          fix === null || isRefused
            ? null
            : { ...fix, title: `rename ${quoted(pair.written)} to ${quoted(pair.meant)}` },
      };
    }
  });
}

/**
 * Returns the place of the value; for a missing property the key or the first line of the object; for an
 * unknown property its key.
 */
function placeOf(document: PolicyDocument, violation: Violation): Place {
  const { keyword, instancePath: path } = violation;
  if (keyword === "additionalProperties") return document.keyPlace(extraProperty(violation)) ?? nowhere;
  if (keyword !== "required") return document.valuePlace(path) ?? nowhere;
  if (path === "") return nowhere;
  return document.keyPlace(path) ?? firstLine(document.text, document.valuePlace(path) ?? nowhere);
}

function firstLine(text: string, place: Place): Place {
  if (place.line === place.endLine) return place;
  const lineEnd = /[\r\n]/g;
  lineEnd.lastIndex = place.start;
  // `trimEnd`, because a regular expression takes quadratic time on spaces without a line ending.
  const end = place.start + text.slice(place.start, lineEnd.exec(text)?.index).trimEnd().length;
  return { ...place, endLine: place.line, endColumn: place.column + end - place.start, end };
}
