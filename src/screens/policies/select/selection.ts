import {
  head,
  isGeneralRow,
  type PageClause,
  type PageColumn,
  type PageFinding,
  type PagePart,
  partsOf,
  type PolicyPage,
} from "../../../policy-service/policy-page.ts";
import type { PolicyRow } from "../../../tables/policies.ts";
import { listedKinds, openCounts } from "../../../tables/policy-open-items.ts";
import { memo } from "../../../text/memo.ts";
import { shellWord } from "../../../text/shell-word.ts";
import { textField } from "../../../tui/text-field.ts";
import { changeCell, shownChanges } from "./changes.ts";
import { matchingPolicies } from "./filter.ts";
import type { AppliedFix, PoliciesState, PolicyEntry } from "./policies-state.ts";

/** Reports a policy deleted since a revision, and how to restore it. */
export function deletedText({ name }: Pick<PolicyEntry, "name">, revision: string): string {
  const restored = revision === head.name ? "it" : `that of ${revision}`;
  return `deleted since ${revision}; git checkout ${shellWord(revision)} -- ${shellWord(name)} restores ${restored}`;
}

/** Returns the files and the deleted policies, worst first. */
export function allPolicies({
  files,
  deleted,
  sortedBy,
}: Pick<PoliciesState, "files" | "deleted" | "sortedBy">) {
  return deleted.length === 0 ? files : joined(files, deleted, sortedBy);
}

const joined = memo(
  (
    files: readonly PolicyEntry[],
    deleted: readonly PolicyEntry[],
    sortedBy: ReadonlyMap<string, PolicyEntry> | null,
  ) => worstFirst([...files, ...deleted], (file) => sortedBy?.get(file.path) ?? file),
);

/** Returns the policies that match the filter. */
export function shownFiles(policies: PoliciesState): readonly PolicyEntry[] {
  return matching(allPolicies(policies), policies.filter.value, policies.editingFilter);
}

const matching = memo((rows: readonly PolicyEntry[], filter: string, editingFilter: boolean) =>
  matchingPolicies(rows, { filter: textField(filter), editingFilter }),
);

/** Returns the selected file if the filter shows it, or else the first shown; null if none is shown. */
export function selectedPolicy(policies: PoliciesState): PolicyEntry | null {
  return selectedOf(shownFiles(policies), policies.selectedPath);
}

// A frame of a thousand policies asks twenty times.
const selectedOf = memo(
  (shown: readonly PolicyEntry[], selectedPath: string | null): PolicyEntry | null =>
    shown.find(({ path }) => path === selectedPath) ?? shown[0] ?? null,
);

/**
 * Returns the page of the selected file; null while it is loading (also for another baseline), if it is deleted, or
 * without a selection.
 */
export function shownPage(policies: PoliciesState): PolicyPage | null {
  const selected = selectedPolicy(policies);
  return selected?.isDeleted === true ? null : pageFor(policies, selected, policies.page);
}

/** Returns the baseline page of a selected deleted policy; null while loading, or for others. */
export function deletedPage(policies: PoliciesState): PolicyPage | null {
  const selected = selectedPolicy(policies);
  return selected?.isDeleted === true ? pageFor(policies, selected, policies.deletedPage) : null;
}

/** Returns a page if it is that of a policy, compared with the baseline; null otherwise. */
function pageFor(
  { baseline }: PoliciesState,
  policy: PolicyEntry | null,
  page: PolicyPage | null,
): PolicyPage | null {
  return page !== null && page.path === policy?.path && page.baseline === baseline ? page : null;
}

/** Returns the drawn page: of the selected file, or of a deleted one in the baseline. */
export function drawnPage(policies: PoliciesState): PolicyPage | null {
  return shownPage(policies) ?? deletedPage(policies);
}

export function selectedFinding(policies: PoliciesState): PageFinding | null {
  const findings = shownPage(policies)?.findings ?? [];
  return findings[Math.min(policies.finding, findings.length - 1)] ?? null;
}

/** Returns the axis of the selected head; null for a selected clause. */
export function selectedAxis(policies: PoliciesState): PageColumn | null {
  const { row, column } = policies.cell;
  return row < 0 ? (shownPage(policies)?.columns[column] ?? null) : null;
}

/** Returns the selected clause or general provisions; null on the head of an axis, and without clauses. */
export function selectedPart(policies: PoliciesState): PagePart | null {
  const page = shownPage(policies);
  const parts = page === null ? [] : partsOf(page);
  return parts[Math.min(policies.cell.row, parts.length - 1)] ?? null;
}

/** Returns the selected clause; null on the head of an axis, on the general provisions, and without clauses. */
export function selectedClause(policies: PoliciesState): PageClause | null {
  return shownPage(policies)?.clauses[policies.cell.row] ?? null;
}

/** Returns true if the general provisions are selected. */
export function isGeneralSelected(policies: PoliciesState): boolean {
  const page = shownPage(policies);
  return page !== null && isGeneralRow(page, policies.cell.row);
}

/**
 * Returns the index of the selected change: the last selected one if the row is unchanged, otherwise the first of the
 * row, so that a verdict is about the visible change. Null if the row has none.
 */
export function selectedChange(policies: PoliciesState): number | null {
  const page = shownPage(policies);
  if (page === null) return null;
  const changes = shownChanges(page);
  const at = Math.max(0, Math.min(policies.change, changes.length - 1));
  const change = changes[at];
  const place = change === undefined ? null : changeCell(page, change);
  if (place === null && policies.focus === "detail") return change === undefined ? null : at;
  if (place?.row === policies.cell.row) return at;
  const ofRow = changes.findIndex((one) => changeCell(page, one)?.row === policies.cell.row);
  return ofRow === -1 ? null : ofRow;
}

/** Returns the latest undoable fix of the selected file, or null. */
export function lastFix(policies: PoliciesState): AppliedFix | null {
  const path = shownPage(policies)?.path;
  return policies.fixes.findLast((fix) => fix.path === path) ?? null;
}

/** Returns the number of files known to have errors. */
export function failingPolicies({ files }: PoliciesState): number {
  return files.filter(({ summary }) => summary !== null && summary.errors > 0).length;
}

const unseen = listedKinds.indexOf("unseen");

/**
 * Sorts policies by urgency: by the most urgent reason, then by its number of items, the next reason, the weakest
 * mandatory axis, and the name. Clauses to review count by their share, so that the weakest unreviewed policy comes
 * first. Unchecked files come last.
 * @param rankOf returns the row that a file is sorted by
 */
export function worstFirst<Row extends PolicyRow>(
  files: readonly Row[],
  rankOf: (file: Row) => Row = (file) => file,
): readonly Row[] {
  return files
    .map((file) => ({ file, keys: sortKeys(rankOf(file)) }))
    .toSorted((one, other) => compare(one.keys, other.keys) || (one.file.name < other.file.name ? -1 : 1))
    .map(({ file }) => file);
}

/** Returns numbers of which the least are the worst. */
const sortKeys = memo((row: PolicyRow): readonly number[] => {
  const counts = openCounts(row);
  if (counts === null) return [1];
  const { summary } = row;
  const parts = Math.max(1, summary?.parts ?? 0);
  const keys = counts.map((count, index) => -(index === unseen ? count / parts : count));
  return [...keys, summary?.strength?.weight ?? Infinity];
});

function compare(one: readonly number[], other: readonly number[]): number {
  for (const [index, key] of one.entries()) {
    const against = other[index] ?? 0;
    if (key !== against) return key < against ? -1 : 1;
  }
  return 0;
}
