import { filterValue } from "../../../model/filter-value.ts";
import { type FilterState, filterStates } from "../../../model/filter.ts";
import type { SeenField, SeenValue } from "../../../store/delivery-log.ts";
import { type Candidate, type Completion, suggest } from "../../../tui/completion.ts";

/** Texts that a filter may be completed to. */
export interface FilterNames {
  readonly seen: readonly SeenValue[];
  /** Texts of the saved filters by name. */
  readonly saved: Readonly<Record<string, string>>;
}

const keys: readonly Candidate[] = [
  { text: "is:", note: "state: failed, duplicate, replay, pending…" },
  { text: "status:", note: "response status: 404, 4xx, >=400, 200..299" },
  { text: "route:", note: "route of the receiver" },
  { text: "repo:", note: "repo: me/corpus, dataset:me/*" },
  { text: "scope:", note: "scope of the event: repo.content" },
  { text: "action:", note: "action of the event: update" },
  { text: "webhook:", note: "webhook ID" },
  { text: "from:", note: "address of the sender" },
  { text: "path:", note: "request path: /webhooks/*" },
  { text: "reason:", note: 'part of the failure reason: "timed out"' },
  { text: "cause:", note: 'whole failure reason: "no route *"' },
  { text: "took:", note: "time until the outcome: >1s, >=250ms, <10" },
  { text: "seq:", note: "number of the delivery: 283, >=100, 100..200" },
  { text: "since:", note: "received in the last 2h, or since a date" },
  { text: "until:", note: "received before 1d ago, or before a date" },
];

const stateNotes: Readonly<Record<FilterState, string>> = {
  failed: "failed, refused, or answered with an error",
  duplicate: "same ID or content as an earlier delivery",
  replay: "sent again from this log",
  edited: "sent again with changes",
  bookmarked: "has a bookmark",
  pending: "handler or forward still runs",
  accepted: "stored; the route has no action",
  rejected: "refused by the receiver",
  handled: "handler or forward succeeded",
  interrupted: "the receiver ended before the outcome",
  superseded: "a newer push came while it waited",
  invalid: "payload does not match the schema",
  waiting: "a forward waits for its next attempt",
  dead: "the forward was given up",
  open: "event that waits or has failed",
  recovered: "failed, but another try succeeded",
  latest: "latest try of its event",
  twice: "handled, as was another try",
};

const statuses: readonly Candidate[] = [
  { text: "2xx", note: "success" },
  { text: "4xx", note: "error of the sender" },
  { text: "5xx", note: "error of the handler or the target" },
];

const spans: readonly Candidate[] = [
  { text: "15min", note: "15 minutes ago" },
  { text: "1h", note: "an hour ago" },
  { text: "24h", note: "a day ago" },
  { text: "7d", note: "a week ago" },
];

const seenFieldOf: Readonly<Record<string, SeenField>> = {
  route: "route",
  scope: "scope",
  action: "action",
  webhook: "webhook",
  repo: "repo",
  status: "status",
};

/** Completes the key or the value at the caret of a filter. */
export function completeFilter(text: string, caret: number, names: FilterNames): Completion {
  const { key, start, end } = partAt(text, caret);
  const typed = text.slice(start, end).replaceAll('"', "");
  const candidates =
    key === null ? keyCandidates(text.slice(start, end), names) : valueCandidates(key, names);
  return { start, end, suggestions: suggest(typed, candidates) };
}

function keyCandidates(typed: string, { saved }: FilterNames): readonly Candidate[] {
  // A quoted text is words.
  if (typed.startsWith('"')) return [];
  return [...keys, ...Object.entries(saved).map(([name, text]) => ({ text: `@${name}`, note: text }))];
}

function valueCandidates(key: string, { seen }: FilterNames): readonly Candidate[] {
  if (key === "is") return filterStates.map((state) => ({ text: state, note: stateNotes[state] }));
  if (key === "since" || key === "until") return spans;
  const field = seenFieldOf[key];
  const values = seen.flatMap((one) => (one.field === field ? [{ text: seenText(one) }] : []));
  return key === "status" ? [...values, ...statuses] : values;
}

/**
 * Returns a filter without the word at the caret if that is the start of a key, or an operator such as `or`, which may
 * become a word: it is not searched until it ends.
 */
export function withoutHalfKey(text: string, caret: number): string {
  const { key, start, end } = partAt(text, caret);
  const typed = text.slice(start, end).toLowerCase();
  const isHalfKey =
    key === null &&
    ((typed !== "" && keys.some((one) => one.text.startsWith(typed))) || /^(?:and|or|not)$/.test(typed));
  return isHalfKey ? text.slice(0, start).replace(/-$/, "") + text.slice(end) : text;
}

/** Returns a value as a filter has it. The text before the first colon of a repo is its type. */
function seenText({ field, value }: SeenValue): string {
  return filterValue(field === "repo" && value.includes(":") ? `*:${value}` : value);
}

/** Part of a filter that is completed: a word or a key, or one of the values of a key. */
interface Part {
  /** Key before the value; null in a word or a key. */
  readonly key: string | null;
  readonly start: number;
  readonly end: number;
}

/** Returns the part at a caret. Unlike the parser it accepts an unfinished term. */
function partAt(text: string, caret: number): Part {
  let isQuoted = false;
  let termStart = 0;
  let start = 0;
  let key: string | null = null;
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"' && text.charAt(at - 1) !== "\\") isQuoted = !isQuoted;
    if (isQuoted) continue;
    const isSpace = /\s/.test(character);
    const isBar = character === "|" && key !== null;
    if (at >= caret && (isSpace || isBar)) return { key, start, end: at };
    if (isSpace) [termStart, start, key] = [at + 1, at + 1, null];
    else if (isBar || (character === "-" && at === termStart)) start = at + 1;
    else if (character === ":" && key === null && at < caret) {
      [start, key] = [at + 1, text.slice(start, at).toLowerCase()];
    }
  }
  return { key, start: Math.min(start, caret), end: text.length };
}
