import type { Delivery } from "../../../model/delivery.ts";
import { lexFilter, type RawTerm } from "../../../model/filter-lex.ts";
import { FilterSyntaxError } from "../../../model/filter-syntax-error.ts";
import { filterValue } from "../../../model/filter-value.ts";
import { tokenize } from "../../../model/search-tokens.ts";

/** Value of a delivery, with a matching filter term. */
export interface ValueTerm {
  readonly label: string;
  readonly value: string;
  readonly term: string;
}

/** Maximum characters of a phrase; the rest of a longer text is not compared. */
const phraseCharacters = 200;

/** Returns the values of a delivery to include in or exclude from a filter. */
export function termsOf(row: Delivery): readonly ValueTerm[] {
  const { route, event, repo, status, webhookId, remote, outcome } = row;
  const keyed = (label: string, key: string, value: string | null | undefined): readonly ValueTerm[] =>
    value === null || value === undefined || value === ""
      ? []
      : [{ label, value, term: `${key}:${filterValue(value)}` }];
  return [
    ...keyed("route", "route", route),
    ...keyed("event", "scope", event?.scope),
    ...keyed("action", "action", event?.action),
    ...keyed("repo", "repo", repo === null ? null : `${repo.type}:${repo.name}`),
    ...keyed("status", "status", status?.toString()),
    ...keyed("webhook", "webhook", webhookId),
    ...keyed("sender", "from", remote),
    ...keyed("outcome", "is", outcome),
  ];
}

/** Labels of payload values by path. */
const labels: Readonly<Record<string, string>> = {
  ".event.scope": "event",
  ".event.action": "action",
  ".repo.name": "repo",
  ".webhook.id": "webhook",
};

/**
 * Returns the term of a payload value: its field's term, or a phrase; null for a value without words.
 * @param value a string without its quotes, or JSON
 */
export function termOfPayload(row: Delivery, path: string, value: string): ValueTerm | null {
  const label = Object.hasOwn(labels, path) ? labels[path] : undefined;
  const field = termsOf(row).find((one) => one.label === label);
  if (field !== undefined) return field;
  const text = value.slice(0, phraseCharacters);
  if (tokenize(text).length === 0) return null;
  return { label: path, value: text, term: `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"` };
}

/**
 * Adds a term to a filter, replacing the same term and its opposite. An included term also replaces other included
 * values of its key, because they could not match together.
 */
export function withTerm(filter: string, term: string, negated: boolean): string {
  const keyOf = (text: string) => rawTerms(text)[0]?.key?.text.toLowerCase() ?? null;
  const key = keyOf(term);
  const kept = rawTerms(filter).flatMap((raw) => {
    const text = filter.slice(...raw.span);
    const isSame = text.replace(/^-/, "") === term;
    const isReplaced = !negated && !raw.negated && key !== null && raw.key?.text.toLowerCase() === key;
    return isSame || isReplaced ? [] : [text];
  });
  return [...kept, `${negated ? "-" : ""}${term}`].join(" ");
}

/** Adds the terms that a filter lacks. */
export function narrowedBy(filter: string, terms: readonly string[]): string {
  const known = rawTerms(filter).map(({ span }) => filter.slice(...span));
  return [...known, ...terms.filter((term) => !known.includes(term))].join(" ");
}

/** Removes a term from a filter, or adds it at the end. */
export function toggledTerm(filter: string, term: string): string {
  const texts = rawTerms(filter).map(({ span }) => filter.slice(...span));
  const others = texts.filter((text) => text !== term);
  return (others.length < texts.length ? others : [...texts, term]).join(" ");
}

/** Splits a filter; an invalid filter has no terms. */
function rawTerms(filter: string): readonly RawTerm[] {
  try {
    return [...lexFilter(filter)];
  } catch (error) {
    if (error instanceof FilterSyntaxError) return [];
    throw error;
  }
}
