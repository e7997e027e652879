import type { PolicyDocument } from "../document.ts";
import type { Finding, Place } from "../finding.ts";
import { quoted } from "../quoted.ts";
import { addedMessage, extraProperty, valueAt, violationMessage } from "./messages.ts";
import type { Violation } from "./runtime.ts";
import { type Suggestion, misspellings, renaming, suggestionFor } from "./suggestion.ts";

const nowhere: Place = { line: 1, column: 1, endLine: 1, endColumn: 1, start: 0, end: 0 };

/**
 * Converts schema violations to findings with message, place and suggestion, in the same order. Merges violations
 * with one cause: several of one value, and the missing and unknown key of a misspelling.
 * @param isEach true for one finding per violation
 */
export function schemaFindings(
  document: PolicyDocument,
  violations: readonly Violation[],
  { isEach = false }: { readonly isEach?: boolean } = {},
): Finding[] {
  const misspelled = new Map<string, ReturnType<typeof misspellings>>();
  const misspelledAt = (path: string) => {
    const known = misspelled.get(path) ?? misspellings(path, valueAt(document.value, path));
    misspelled.set(path, known);
    return known;
  };
  const findings = violations.map((violation) => {
    const { keyword, instancePath: path, params } = violation;
    const value = valueAt(document.value, path);
    const place = placeOf(document, violation);
    const siblings = valueAt(document.value, path.slice(0, Math.max(0, path.lastIndexOf("/"))));
    return {
      path,
      keyword,
      rule: null,
      severity: "error" as const,
      message: violationMessage(violation, value),
      ...(keyword === "required" || keyword === "additionalProperties"
        ? keySuggestion(violation, misspelledAt(path))
        : suggestionFor(violation, value, document.text.slice(place.start, place.end), siblings)),
      ...place,
    };

    function keySuggestion(violation: Violation, pairs: ReturnType<typeof misspellings>): Suggestion {
      if (keyword === "additionalProperties") {
        const pair = pairs.find(({ written }) => written === params.additionalProperty);
        return pair === undefined ? suggestionFor(violation, value, "", null) : renaming(path, pair);
      }
      const pair = pairs.find(({ meant }) => meant === params.missingProperty);
      if (pair === undefined) return { hint: null, fix: null };
      // An unknown key has its own finding with the fix.
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
  return isEach ? findings : dedupeFindings();

  function dedupeFindings(): Finding[] {
    const ofValues = Map.groupBy(
      violations.keys().filter((index) => !isOfKeys(violations[index])),
      (index) => violations[index]?.instancePath,
    );
    return findings.flatMap((finding, index) => {
      const violation = violations[index];
      if (violation === undefined) return [];
      if (isOfKeys(violation)) return ofMisspelling(finding, violation);
      const same = ofValues.get(violation.instancePath) ?? [];
      const value = valueAt(document.value, violation.instancePath);
      // Reports the wrong type alone; other violations follow from it.
      const main = same.find((other) => violations[other]?.keyword === "type") ?? same[0];
      if (main !== index) return [];
      const others = same.filter((other) => other !== index);
      const added = others.flatMap((other) => violations[other] ?? []);
      const fixed = [index, ...others].map((other) => findings[other]).find((one) => one?.fix !== null);
      return {
        ...finding,
        message: [finding.message, ...added.map((other) => addedMessage(other, value))].join("; "),
        hint: (fixed ?? finding).hint,
        fix: fixed?.fix ?? null,
      };
    });
  }

  /** Leaves out a missing misspelled key and adds it to the finding of the unknown key. */
  function ofMisspelling(finding: Finding, { keyword, instancePath: path, params }: Violation): Finding[] {
    const isViolated = (other: string, key: string, name: string) =>
      violations.some(
        (one) => one.keyword === other && one.instancePath === path && one.params[key] === name,
      );
    const pair = misspelledAt(path).find(({ written, meant }) =>
      keyword === "required" ? meant === params.missingProperty : written === params.additionalProperty,
    );
    if (pair === undefined) return [finding];
    if (keyword === "required") {
      return isViolated("additionalProperties", "additionalProperty", pair.written) ? [] : [finding];
    }
    if (!isViolated("required", "missingProperty", pair.meant)) return [finding];
    return [{ ...finding, message: `${finding.message}; ${quoted(pair.meant)} is missing` }];
  }
}

/** Returns true if a violation is about the keys of an object. */
function isOfKeys(violation: Violation | undefined): boolean {
  return violation?.keyword === "required" || violation?.keyword === "additionalProperties";
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
