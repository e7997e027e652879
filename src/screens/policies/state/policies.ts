import { type CompareBase, partsOf, type PolicyPage } from "../../../policy-service/policy-page.ts";
import type { OpenItem } from "../../../policy/open-items.ts";
import type { PolicySummary } from "../../../policy/summary.ts";
import { type AppState, createSlice } from "../../../tui/state/slice.ts";
import { changeCell, isBaseline, shownChanges } from "../select/changes.ts";
import { changesSinceBaseline, findingCell, partCell, sealRow, startOf } from "../select/open-items.ts";
import {
  initialPolicies,
  type PoliciesState,
  type PolicyEntry,
  type PolicyPane,
  policyPanes,
} from "../select/policies-state.ts";
import {
  selectedChange,
  selectedFinding,
  selectedPolicy,
  shownPage,
  worstFirst,
} from "../select/selection.ts";
import { positionKept, startAt } from "../select/source.ts";

/** File that a scan found. */
export type ScannedFile = Omit<PolicyEntry, "summary">;

/** Result of a scan of the directory. */
export interface ScannedFiles {
  readonly files: readonly ScannedFile[];
  /**
   * Deleted policies of the baseline in the directory.
   * @default none
   */
  readonly deleted?: readonly Pick<PolicyEntry, "path" | "name">[];
  readonly isCut: boolean;
  readonly problem: string | null;
}

/** Result of a check, with the stamp of the scan before it. */
export type CheckedPolicy = Pick<PolicyEntry, "path" | "stamp"> & { readonly summary: PolicySummary };

/** State of the Policies screen. */
export const policiesSlice = createSlice("policies", initialPolicies, {
  /**
   * Updates the list of files. Known files keep their results until checked again.
   * @param pending path of a file with a pending change, kept in the list while missing; null for none
   */
  policiesScanned(
    state,
    { files: scanned, deleted: inBaseline = [], ...scan }: ScannedFiles,
    nowMs: number,
    pending: string | null = null,
  ): PoliciesState {
    const { files, deleted, loadedAtMs, isCut, problem } = state;
    const known = new Map(files.map((file) => [file.path, file]));
    const gone = inBaseline.filter(({ path }) => path !== pending);
    const isMissing = scanned.every(({ path }) => path !== pending);
    const listed = [...scanned, ...(isMissing ? files.filter(({ path }) => path === pending) : [])];
    const isSame =
      loadedAtMs !== null &&
      isCut === scan.isCut &&
      problem === scan.problem &&
      files.length === listed.length &&
      deleted.length === gone.length &&
      gone.every(({ path }, index) => deleted[index]?.path === path) &&
      listed.every(({ path }) => known.has(path));
    // The directory is scanned every 2 seconds: an equal result must not cause a redraw.
    if (isSame) return state;
    const selected = selectedPolicy(state)?.path;
    const isGone = listed.every(({ path }) => path !== selected);
    const found = listed.map((file) => known.get(file.path) ?? { ...file, stamp: "", summary: null });
    return {
      ...state,
      files: worstFirst(found),
      deleted: worstFirst(gone.map(deletedEntry)),
      loadedAtMs: nowMs,
      isCut: scan.isCut,
      problem: scan.problem,
      // The first file must not open in place of a missing one, which is selected again when it returns.
      focus: isGone ? "list" : state.focus,
    };
  },
  /** Chooses the baseline and drops the results of another one. */
  baselineChosen: (state, baseline: string): PoliciesState => ({
    ...state,
    baseline,
    deleted: [],
    files: state.files.map((file) => ({ ...file, stamp: "", summary: null })),
  }),
  /** Marks the files that differ from upstream, by their names. */
  upstreamMarked(state, standings: ReadonlyMap<string, PolicyEntry["upstream"]>): PoliciesState {
    if (state.files.every(({ name, upstream }) => standings.get(name) === upstream)) return state;
    const files = state.files.map((file): PolicyEntry => {
      const { upstream: before, ...rest } = file;
      const upstream = standings.get(file.name);
      if (upstream === before) return file;
      return upstream === undefined ? rest : { ...rest, upstream };
    });
    return { ...state, files };
  },
  /** Keeps the order of the list until `checksEnded`. */
  checksStarted: (state): PoliciesState => ({
    ...state,
    sortedBy: new Map(state.files.map((file) => [file.path, file])),
  }),
  /** Sorts the list by the results. */
  checksEnded: (state): PoliciesState => ({ ...state, sortedBy: null, files: worstFirst(state.files) }),
  /** Updates the results of files; sorts the list unless several files are being checked. */
  policiesChecked(state, results: readonly CheckedPolicy[]): PoliciesState {
    const found = new Map(results.map((result) => [result.path, result]));
    const changed = state.files.map((file) => {
      const result = found.get(file.path);
      return result === undefined ? file : { ...file, ...result };
    });
    return { ...state, files: state.sortedBy === null ? worstFirst(changed) : changed };
  },
  /**
   * Shows the page of the selected file. The cell follows its clause in the same file; another file or baseline
   * starts at its most urgent item.
   */
  pageLoaded(state, page: PolicyPage): PoliciesState {
    const { page: before, cell, finding } = state;
    if (before?.path !== page.path || before.baseline !== page.baseline) {
      return { ...state, page, ...startOf(page, state.order), openItem: null, openCell: null, paneTop: 0 };
    }
    const parts = partsOf(page);
    const id = partsOf(before)[cell.row]?.id ?? null;
    const moved = id === null ? -1 : parts.findIndex((part) => part.id === id);
    const last = Math.max(0, (id === null ? parts : page.clauses).length - 1);
    const nearest = moved === -1 ? Math.min(cell.row, last) : moved;
    // An editor that saves in two steps leaves an empty file for a moment.
    const isKept = parts.length === 0 || parts[cell.row]?.id === id;
    const row = isKept ? cell.row : nearest;
    // The same object, which `openCell` may be.
    const after = row === cell.row ? cell : { ...cell, row };
    return {
      ...state,
      page,
      cell: after,
      viewer: positionKept(state.viewer, { page: before, cell }, { page, cell: after }),
      finding: Math.max(0, Math.min(finding, page.findings.length - 1)),
    };
  },
  /** Shows the page of a deleted policy. No command acts on it. */
  deletedLoaded: (state, deletedPage: PolicyPage): PoliciesState => ({
    ...state,
    ...startOf(deletedPage, state.order),
    page: null,
    deletedPage,
    openItem: null,
    openCell: null,
    paneTop: 0,
  }),
  /** Selects the next or previous finding, cyclically, and its cell. */
  moveFinding(state, step: 1 | -1): PoliciesState {
    const findings = shownPage(state)?.findings ?? [];
    const { finding: at, cell, pane } = state;
    // From another pane, the first step only shows the selected finding.
    const next = pane === "findings" ? (at + step + findings.length) % findings.length : at;
    const finding = findings[next];
    if (finding === undefined) return state;
    return {
      ...state,
      finding: next,
      cell: findingCell(shownPage(state), finding, cell),
      openCell: null,
      pane: "findings",
      paneTop: 0,
    };
  },
  /** Chooses the version to compare a policy with from its next check on; null for the baseline. */
  baseChosen: (state, path: string, base: CompareBase | null): PoliciesState => ({
    ...state,
    bases: { ...state.bases, [path]: base ?? undefined },
    change: 0,
  }),
  /** Shows the changes: of the selected cell, otherwise the selected change with its cell. */
  changesShown(state): PoliciesState {
    const changes = shownChanges(shownPage(state));
    const { row, column } = state.cell;
    const ofCell = changes.findIndex(({ clause, axis }) => clause === row && axis === column);
    return withChange(state, ofCell === -1 ? state.change : ofCell);
  },
  /** Selects a change and its cell. */
  changeSelected: (state, index: number): PoliciesState => withChange(state, index),
  /** Selects the next or previous change, cyclically, and its cell. */
  moveChange(state, step: 1 | -1): PoliciesState {
    const { length } = shownChanges(shownPage(state));
    const from = selectedChange(state) ?? state.change;
    return length === 0 ? state : withChange(state, (from + step + length) % length);
  },
  /** Shows an open item. */
  openItemShown(state, item: OpenItem): PoliciesState {
    const page = shownPage(state);
    if (page === null) return state;
    const shown = withItem({ ...state, paneTop: 0 }, page, item);
    return { ...shown, openItem: item, openCell: shown.cell };
  },
  /** Selects a finding and its cell; the pane stays. */
  findingSelected(state, index: number): PoliciesState {
    const page = shownPage(state);
    const finding = page?.findings[index];
    if (finding === undefined) return state;
    return { ...state, finding: index, cell: findingCell(page, finding, state.cell), openCell: null };
  },
  /** Moves the cell to the next or previous column. */
  moveColumn(state, step: 1 | -1): PoliciesState {
    const { cell } = state;
    const last = (shownPage(state)?.columns.length ?? 1) - 1;
    const column = Math.max(0, Math.min(cell.column + step, last));
    return { ...state, cell: { ...cell, column }, paneTop: 0 };
  },
  /** Shows the next or previous pane. */
  movePane(state, step: 1 | -1): PoliciesState {
    const index = policyPanes.indexOf(state.pane);
    const pane = policyPanes[(index + step + policyPanes.length) % policyPanes.length] ?? "findings";
    return withPane(state, pane);
  },
  /** Shows a pane below the matrix. */
  paneShown: (state, pane: PolicyPane): PoliciesState => ({ ...withPane(state, pane), focus: "detail" }),
});
export const {
  set: setPolicies,
  policiesScanned,
  checksStarted,
  checksEnded,
  policiesChecked,
  baselineChosen,
  upstreamMarked,
  pageLoaded,
  deletedLoaded,
  moveFinding,
  openItemShown,
  baseChosen,
  changesShown,
  changeSelected,
  moveChange,
  findingSelected,
  moveColumn,
  movePane,
  paneShown,
} = policiesSlice.actions;

function deletedEntry({ path, name }: Pick<PolicyEntry, "path" | "name">): PolicyEntry {
  return { path, name, stamp: "", summary: null, isDeleted: true };
}

/** Returns the version to compare a policy with; null for the baseline. */
export function chosenBase(state: AppState, path: string): CompareBase | null {
  return policiesSlice.get(state).bases[path] ?? null;
}

/**
 * Shows the first error, a weaker value, a clause at its first axis, the general provisions, an axis head, or for the
 * seal the first part changed since.
 */
function withItem(state: PoliciesState, page: PolicyPage, item: OpenItem): PoliciesState {
  if (item.kind === "errors") {
    const index = page.findings.findIndex(({ severity }) => severity === "error");
    const finding = page.findings[index];
    if (finding === undefined) return state;
    return { ...state, finding: index, cell: findingCell(page, finding, state.cell), pane: "findings" };
  }
  if ("change" in item) {
    if (isBaseline(page)) return withChange(state, item.change);
    // The list of changes is that of another version.
    const change = changesSinceBaseline(page)[item.change];
    const place = change === undefined ? null : changeCell(page, change);
    const { row, column } = place ?? state.cell;
    return { ...state, cell: { row, column: column ?? state.cell.column }, pane: "cell" };
  }
  if ("column" in item) return { ...state, cell: { row: -1, column: item.column }, pane: "cell" };
  const row = "clause" in item ? item.clause : sealRow(page);
  return { ...state, cell: partCell(page, row, state.cell.column), pane: "cell" };
}

/** Shows the changes with one selected, and its cell. */
function withChange(state: PoliciesState, index: number): PoliciesState {
  const page = shownPage(state);
  const at = Math.max(0, Math.min(index, shownChanges(page).length - 1));
  const change = shownChanges(page)[at];
  if (page === null || change === undefined) return { ...withPane(state, "diff"), change: at };
  const cell = changeCell(page, change);
  const shown = { ...withPane(state, "diff"), change: at };
  // A change without a row must not be mistaken for the selected row.
  if (cell === null) return { ...shown, focus: "detail" };
  return { ...shown, cell: { row: cell.row, column: cell.column ?? state.cell.column } };
}

/** Shows a pane. The source shows the finding if it follows the findings, otherwise the cell. */
function withPane(state: PoliciesState, pane: PolicyPane): PoliciesState {
  // The source is a text to read and search; the other panes follow the selected clause.
  const focus = pane === "source" ? "detail" : state.pane === "source" ? "matrix" : state.focus;
  const page = shownPage(state);
  const finding = state.pane === "findings" ? selectedFinding(state) : null;
  const viewer =
    pane === "source" && page !== null && finding !== null
      ? startAt(state.viewer, { page, cell: state.cell }, finding.line - 1)
      : state.viewer;
  return { ...state, pane, focus, paneTop: 0, viewer, openCell: null };
}
