import type { PolicySummary } from "../../../policy/summary.ts";
import type { PolicyRow } from "../../../tables/policies.ts";
import { openCounts } from "../../../tables/policy-open-items.ts";
import { memo } from "../../../text/memo.ts";
import { type Candidate, type Completion, suggest } from "../../../tui/completion.ts";
import { type TextField, textField } from "../../../tui/text-field.ts";
import { filterProblem, filterWords, matchingText, type TextFilter } from "../../../tui/text-filter.ts";

interface StateTerm {
  readonly note: string | ((baseline: string) => string);
  readonly matches: (row: PolicyRow) => boolean;
}

/** Creates a term that matches only checked policies. */
function checked(note: StateTerm["note"], matches: (summary: PolicySummary) => boolean): StateTerm {
  return { note, matches: ({ summary }) => summary !== null && matches(summary) };
}

const isOpen = ({ parts, approved, flagged, reviewProblem }: PolicySummary) =>
  flagged > 0 || approved < parts || reviewProblem !== null;

/** Terms behind `is:`. */
const states = {
  error: checked("has errors, or is unreadable", ({ verdict }) => /^(errors|unreadable)$/.test(verdict)),
  warning: checked("has warnings", ({ warnings }) => warnings > 0),
  weakened: checked(
    (baseline) => `weaker than in ${baseline}`,
    ({ sinceBaseline }) => (sinceBaseline?.weakened ?? 0) > 0,
  ),
  changed: {
    note: (baseline) => `differs from ${baseline}, is renamed or deleted`,
    matches: ({ summary, isDeleted }) =>
      isDeleted === true ||
      summary?.baselineProblem === "unreadable" ||
      summary?.isTextOnly === true ||
      summary?.renamedFrom !== undefined ||
      Object.values(summary?.sinceBaseline ?? {}).some((count) => count > 0),
  },
  flagged: checked("has flagged parts", ({ flagged }) => flagged > 0),
  open: checked("has parts to review", isOpen),
  approved: checked("everything is approved", (summary) => summary.parts > 0 && !isOpen(summary)),
  sealed: checked("sealed, and not changed since", ({ seal }) => seal === "sealed"),
  unsealed: checked("has no seal", ({ seal }) => seal === "unsealed"),
  deleted: {
    note: (baseline) => `only in ${baseline}`,
    matches: ({ isDeleted }) => isDeleted === true,
  },
  new: checked(
    (baseline) => `missing in ${baseline}`,
    ({ baselineProblem }) => baselineProblem === "new",
  ),
  upstream: { note: "differs from upstream", matches: ({ upstream }) => upstream !== undefined },
} satisfies Record<string, StateTerm>;

type StateName = keyof typeof states;

/** Names of the states that a policy can be filtered by. */
export const stateNames = Object.keys(states) as readonly StateName[];

const isState = (name: string): name is StateName => Object.hasOwn(states, name);

/** A word such as `is:weakened` or `-is:sealed`. */
const statePattern = /^(?<not>[-!]?)is:(?<name>.*)$/i;

interface ParsedFilter {
  /** Words that the paths are searched for. */
  readonly text: string;
  readonly states: readonly { readonly name: StateName; readonly isExcluded: boolean }[];
  /** Unknown state, as typed; null for none. */
  readonly unknown: string | null;
}

/** Parses a filter, for several views of a frame. While it is edited, the start of a state is no term yet. */
function parseFilter({ filter, editingFilter }: TextFilter): ParsedFilter {
  return parse(filter, editingFilter);
}

const parse = memo((filter: TextField, isEdited: boolean): ParsedFilter => {
  const words: string[] = [];
  const terms: { name: StateName; isExcluded: boolean }[] = [];
  let unknown: string | null = null;
  for (const word of filterWords(filter.value)) {
    const { not = "", name: typed } = statePattern.exec(word)?.groups ?? {};
    const name = typed?.toLowerCase();
    if (/^[-!]?is[=<>!]/i.test(word)) unknown ??= word;
    else if (name === undefined) words.push(word);
    else if (isState(name)) terms.push({ name, isExcluded: not !== "" });
    else if (!isEdited || stateNames.every((one) => !one.startsWith(name))) unknown ??= word;
  }
  return { text: words.join(" "), states: terms, unknown };
});

/** Returns the word of a filter that names no state; null if there is none. */
export function unknownState(filter: TextFilter): string | null {
  return parseFilter(filter).unknown;
}

/** Returns the policies with all words of a filter in their paths and all its states; none for an unknown state. */
export function matchingPolicies<Row extends PolicyRow>(
  rows: readonly Row[],
  filter: TextFilter,
): readonly Row[] {
  const { text, states: wanted, unknown } = parseFilter(filter);
  if (unknown !== null || filterProblem(filter) !== null) return [];
  const found = matchingText(rows, { ...filter, filter: textField(text) }, ({ name }) => name);
  if (wanted.length === 0) return found;
  return found.filter((row) =>
    wanted.every(({ name, isExcluded }) => {
      const { matches }: StateTerm = states[name];
      // An unchecked policy has no state, not even a negated one.
      return openCounts(row) !== null && matches(row) !== isExcluded;
    }),
  );
}

/** Completes the state at the caret of a filter; suggests nothing elsewhere. @param baseline name of the baseline */
export function completeState(text: string, caret: number, baseline: string): Completion {
  const start = text.slice(0, caret).search(/\S*$/);
  const end = caret + text.slice(caret).search(/\s|$/);
  const { not = "", name } = statePattern.exec(text.slice(start, end))?.groups ?? {};
  if (name === undefined) return { start, end, suggestions: [] };
  const candidates = stateNames.map((state): Candidate => {
    const { note }: StateTerm = states[state];
    return { text: state, note: typeof note === "string" ? note : note(baseline) };
  });
  const from = start + not.length + "is:".length;
  return { start: from, end, suggestions: isState(name) ? [] : suggest(name, candidates) };
}
