import type { ListView } from "../list.ts";
import type { PageClause, PageFinding, PolicyPage, PolicySummary } from "../policies/policy-page.ts";
import type { TextField } from "../text-field.ts";
import { textField } from "../text-field.ts";
import type { AppState } from "./app-state.ts";

/** Where the policies are that are looked at. */
export interface PolicyFolder {
  /** Absolute. */
  readonly path: string;
  /** They came with hooklens: nothing is written there. */
  readonly isShipped: boolean;
}

/** A file of the folder. */
export interface PolicyEntry {
  readonly path: string;
  /** From the folder on. */
  readonly name: string;
  /** Another one after every change of the file or of its review. */
  readonly stamp: string;
  /** Null: not checked yet. */
  readonly summary: PolicySummary | null;
}

/** A fix that was applied, and can be taken back while the file is what it made of it. */
export interface AppliedFix {
  readonly path: string;
  readonly title: string;
  /** All the file held before. */
  readonly before: string;
  /** Of what was written. */
  readonly sha256: string;
}

/** What is shown below the matrix. */
export const policyPanes = ["findings", "cell", "summary"] as const;
export type PolicyPane = (typeof policyPanes)[number];

export interface PoliciesState {
  /** Null: the app was not told of any. */
  readonly folder: PolicyFolder | null;
  /** Worst first. */
  readonly files: readonly PolicyEntry[];
  readonly loadedAtMs: number | null;
  /** Why the folder cannot be read; null: it can. */
  readonly problem: string | null;
  /** There are more files than are listed. */
  readonly isCut: boolean;
  readonly selectedPath: string | null;
  /** The first row drawn of the list. */
  readonly top: number;
  readonly filter: TextField;
  readonly editingFilter: boolean;
  readonly focus: "list" | "document";
  /** Of the selected file, or of the one selected before it for a moment. */
  readonly page: PolicyPage | null;
  readonly cell: { readonly row: number; readonly column: number };
  /** Which finding is selected. */
  readonly finding: number;
  readonly pane: PolicyPane;
  /** The first line drawn of what is below the matrix. */
  readonly paneTop: number;
  /** Oldest first. */
  readonly fixes: readonly AppliedFix[];
}

export const initialPolicies: PoliciesState = {
  folder: null,
  files: [],
  loadedAtMs: null,
  problem: null,
  isCut: false,
  selectedPath: null,
  top: 0,
  filter: textField(),
  editingFilter: false,
  focus: "list",
  page: null,
  cell: { row: 0, column: 0 },
  finding: 0,
  pane: "findings",
  paneTop: 0,
  fixes: [],
};

export const withPolicies =
  (change: Partial<PoliciesState>) =>
  (state: AppState): AppState => ({ ...state, policies: { ...state.policies, ...change } });

/** The files whose names have what stands in the filter line, whatever its case. */
export function shownFiles({ files, filter }: PoliciesState): readonly PolicyEntry[] {
  const wanted = filter.value.trim().toLowerCase();
  return wanted === "" ? files : files.filter(({ name }) => name.toLowerCase().includes(wanted));
}

/** The selected file: of those the filter leaves, so the first of them where it hides the one that was selected. */
export function selectedPolicy({ policies }: AppState): PolicyEntry | null {
  const shown = shownFiles(policies);
  return shown.find(({ path }) => path === policies.selectedPath) ?? shown[0] ?? null;
}

/** Which row of the list that is, and the first one drawn. */
export function policiesView(policies: PoliciesState): ListView {
  const found = shownFiles(policies).findIndex(({ path }) => path === policies.selectedPath);
  return { selected: Math.max(0, found), top: policies.top };
}

/** What is shown of the selected file; null: it is still being read. */
export function shownPage(state: AppState): PolicyPage | null {
  const { page } = state.policies;
  return page !== null && page.path === selectedPolicy(state)?.path ? page : null;
}

export function selectedFinding(state: AppState): PageFinding | null {
  const findings = shownPage(state)?.findings ?? [];
  return findings[Math.min(state.policies.finding, findings.length - 1)] ?? null;
}

export function selectedClause(state: AppState): PageClause | null {
  const clauses = shownPage(state)?.clauses ?? [];
  return clauses[Math.min(state.policies.cell.row, clauses.length - 1)] ?? null;
}

/** The line of the file that is looked at: of the finding, else of the cell, else of the clause. */
export function lineInFocus(state: AppState): number {
  const { pane, cell } = state.policies;
  const finding = selectedFinding(state);
  if (pane === "findings" && finding !== null) return finding.line;
  const clause = selectedClause(state);
  return clause?.cells[cell.column]?.mappings[0]?.line ?? clause?.line ?? 1;
}

/** The latest fix of the shown file that could be taken back. */
export function lastFix(state: AppState): AppliedFix | null {
  const path = shownPage(state)?.path;
  return state.policies.fixes.findLast((fix) => fix.path === path) ?? null;
}

/** Files with errors: what the tab says. */
export function failingPolicies({ files }: PoliciesState): number {
  return files.filter(({ summary }) => summary !== null && summary.errors > 0).length;
}

/** Takes in which files there are now; what is known of those that did not change stays. */
export const scannedPolicies =
  (
    scan: {
      readonly files: readonly Omit<PolicyEntry, "summary">[];
      readonly isCut: boolean;
      readonly problem: string | null;
    },
    nowMs: number,
  ) =>
  (state: AppState): AppState => {
    const { files, loadedAtMs, isCut, problem } = state.policies;
    const known = new Map(files.map((file) => [file.path, file]));
    const isSame =
      loadedAtMs !== null &&
      isCut === scan.isCut &&
      problem === scan.problem &&
      files.length === scan.files.length &&
      scan.files.every(({ path }) => known.has(path));
    // Looked at every second or so: what says nothing new must not draw anything.
    if (isSame) return state;
    const isGone = scan.files.every(({ path }) => path !== selectedPolicy(state)?.path);
    const found = scan.files.map((file) => known.get(file.path) ?? { ...file, stamp: "", summary: null });
    return withPolicies({
      files: worstFirst(found),
      loadedAtMs: nowMs,
      isCut: scan.isCut,
      problem: scan.problem,
      // Another one in its place would be taken for it. It is selected again when it comes back.
      focus: isGone ? "list" : state.policies.focus,
    })(state);
  };

/** Takes in what a file is now; the list is in order again, and the selection stays on its file. */
export const checkedPolicy =
  (path: string, stamp: string, summary: PolicySummary) =>
  (state: AppState): AppState => {
    const { files } = state.policies;
    const changed = files.map((file) => (file.path === path ? { ...file, stamp, summary } : file));
    return withPolicies({ files: worstFirst(changed) })(state);
  };

const ranks = { unreadable: 0, errors: 1, warnings: 2, valid: 3 } as const;

function worstFirst(files: readonly PolicyEntry[]): readonly PolicyEntry[] {
  return files.toSorted(
    (one, other) =>
      rank(one) - rank(other) ||
      (other.summary?.errors ?? 0) - (one.summary?.errors ?? 0) ||
      (other.summary?.warnings ?? 0) - (one.summary?.warnings ?? 0) ||
      (one.name < other.name ? -1 : 1),
  );
}

/** What is not checked yet stands at the end, so that the list fills from above. */
function rank({ summary }: PolicyEntry): number {
  return summary === null ? ranks.valid + 1 : ranks[summary.verdict];
}

/** Puts what is shown of the selected file in place; the cell stays on its clause, wherever that stands now. */
export const openedPage =
  (page: PolicyPage) =>
  (state: AppState): AppState => {
    const before = state.policies.page;
    if (before?.path !== page.path) {
      return withPolicies({
        page,
        cell: firstCell(page),
        finding: 0,
        pane: page.findings.length > 0 ? "findings" : "cell",
        paneTop: 0,
      })(state);
    }
    const { cell, finding } = state.policies;
    const id = before.clauses[cell.row]?.id ?? null;
    const moved = id === null ? -1 : page.clauses.findIndex((clause) => clause.id === id);
    const isInPlace = page.clauses[cell.row]?.id === id || moved === -1;
    const row = isInPlace ? Math.min(cell.row, Math.max(0, page.clauses.length - 1)) : moved;
    return withPolicies({
      page,
      cell: { ...cell, row },
      finding: Math.max(0, Math.min(finding, page.findings.length - 1)),
    })(state);
  };

/** Where the first finding is, else the first clause's first mapping: a cell that has something to say. */
function firstCell({ findings, clauses }: PolicyPage): PoliciesState["cell"] {
  const [finding] = findings;
  if (finding !== undefined) return cellOf(finding, { row: 0, column: 0 });
  const column = clauses[0]?.cells.findIndex((cell) => cell !== null) ?? 0;
  return { row: 0, column: Math.max(0, column) };
}

function cellOf({ clause, axis }: PageFinding, before: PoliciesState["cell"]): PoliciesState["cell"] {
  return { row: clause ?? before.row, column: axis ?? before.column };
}

/** Selects the next finding, or the one before, round in a circle, and the clause and axis it is about. */
export const movedFinding =
  (step: 1 | -1) =>
  (state: AppState): AppState => {
    const findings = shownPage(state)?.findings ?? [];
    if (findings.length === 0) return state;
    const { finding: at, cell, pane } = state.policies;
    // The first key of a sitting that shows something else brings the one that is selected.
    const next = pane === "findings" ? (at + step + findings.length) % findings.length : at;
    const finding = findings[next];
    if (finding === undefined) return state;
    return withPolicies({ finding: next, cell: cellOf(finding, cell), pane: "findings", paneTop: 0 })(state);
  };

/** Moves the cell to another column, no further than the last. */
export const movedColumn =
  (step: 1 | -1) =>
  (state: AppState): AppState => {
    const { cell } = state.policies;
    const last = (shownPage(state)?.columns.length ?? 1) - 1;
    const column = Math.max(0, Math.min(cell.column + step, last));
    return withPolicies({ cell: { ...cell, column }, paneTop: 0 })(state);
  };

/** Shows another pane below the matrix. */
export const turnedPane =
  (step: 1 | -1) =>
  (state: AppState): AppState => {
    const index = policyPanes.indexOf(state.policies.pane);
    const pane = policyPanes[(index + step + policyPanes.length) % policyPanes.length] ?? "findings";
    return withPolicies({ pane, paneTop: 0 })(state);
  };
