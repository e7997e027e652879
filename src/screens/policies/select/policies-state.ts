import type { ListedChange } from "../../../policy-service/folder-comparison.ts";
import { type CompareBase, head, type PolicyPage } from "../../../policy-service/policy-page.ts";
import type { OpenItem } from "../../../policy/open-items.ts";
import type { PolicyRow } from "../../../tables/policies.ts";
import type { ListView } from "../../../tui/list.ts";
import { noTextFilter, type TextFilter } from "../../../tui/text-filter.ts";
import { initialViewer, type ViewerState } from "../../../tui/viewer/state.ts";
import type { PolicyFolder } from "../../app.ts";
import type { MatrixOrder } from "./matrix-order.ts";

/** A policy file of the directory. */
export interface PolicyEntry extends PolicyRow {
  readonly path: string;
  /** Text that changes with the file and its review; empty if the file must be checked. */
  readonly stamp: string;
}

/** Applied change, such as a fix; it can be undone until the file changes again. */
export interface AppliedFix {
  readonly path: string;
  readonly title: string;
  /** Text of the file before the change; null for a new file. */
  readonly before: string | null;
  /** SHA-256 of the file after the change. */
  readonly sha256: string;
  readonly atMs: number;
}

/** List of the policies that differ from a revision. */
export interface FolderChanges {
  readonly kind: "folder-changes";
  readonly revision: string;
  /** The most urgent first. */
  readonly policies: readonly ListedChange[];
  readonly view: ListView;
}

/** Panes below the matrix, in the order of their names. */
export const policyPanes = ["cell", "findings", "source", "diff", "summary"] as const;
export type PolicyPane = (typeof policyPanes)[number];

export interface PoliciesState extends TextFilter {
  /** Suggestions of the filter while it is edited; null while they are closed. */
  readonly suggestions: { readonly chosen: number | null } | null;
  /** Directory of the policies; null if there is none. */
  readonly folder: PolicyFolder | null;
  /** Sorted worst first; unchecked files come last. */
  readonly files: readonly PolicyEntry[];
  /** Entries before a check of several files, by path: rows stay sorted by them until it ends. Null otherwise. */
  readonly sortedBy: ReadonlyMap<string, PolicyEntry> | null;
  readonly loadedAtMs: number | null;
  /** Reason for an unreadable directory, or null. */
  readonly problem: string | null;
  /** Git revision to compare the policies with. */
  readonly baseline: string;
  /** Deleted policies of the baseline in the directory; they cannot be opened. */
  readonly deleted: readonly PolicyEntry[];
  /** True if the directory has unlisted files. */
  readonly isCut: boolean;
  readonly selectedPath: string | null;
  /** Subdirectory with the selected heading in a grouped list; null for a file. */
  readonly heading: string | null;
  /** Index of the first visible row. */
  readonly top: number;
  /** Focused pane: the list, the matrix, or the text below the matrix. */
  readonly focus: "list" | "matrix" | "detail";
  /** Last loaded page; another file's while the selected one is loading. */
  readonly page: PolicyPage | null;
  /** Baseline page of the selected deleted policy, to be read; another policy's while loading. */
  readonly deletedPage: PolicyPage | null;
  /**
   * Selected cell: `row` is the index of the clause on the page, in whatever order the matrix shows it; -1 for the
   * head of the axis, the number of clauses for the general provisions.
   */
  readonly cell: { readonly row: number; readonly column: number };
  /** Order of the clauses in the matrix. */
  readonly order: MatrixOrder;
  /** Last shown open item, where the search for the next one continues. */
  readonly openItem: OpenItem | null;
  /** Cell selected for the item. While it stays selected, the status describes the item. */
  readonly openCell: PoliciesState["cell"] | null;
  /** Index of the selected finding. */
  readonly finding: number;
  /** Index of the selected change. */
  readonly change: number;
  /** List of differing policies that the open one came from, and returns to; null for none. */
  readonly openedFrom: FolderChanges | null;
  /** Versions compared instead of the baseline, by path, until the document is left. */
  readonly bases: Readonly<Partial<Record<string, CompareBase>>>;
  readonly pane: PolicyPane;
  /** First visible line of the pane, except of the source. */
  readonly paneTop: number;
  /** Position in the source. */
  readonly viewer: ViewerState;
  /** Fixes that can be undone, oldest first. */
  readonly fixes: readonly AppliedFix[];
}

export const initialPolicies: PoliciesState = {
  folder: null,
  files: [],
  sortedBy: null,
  loadedAtMs: null,
  problem: null,
  baseline: head.name,
  deleted: [],
  isCut: false,
  selectedPath: null,
  heading: null,
  top: 0,
  ...noTextFilter,
  suggestions: { chosen: null },
  focus: "list",
  page: null,
  deletedPage: null,
  cell: { row: 0, column: 0 },
  order: "document",
  openItem: null,
  openCell: null,
  finding: 0,
  change: 0,
  openedFrom: null,
  bases: {},
  pane: "findings",
  paneTop: 0,
  viewer: initialViewer,
  fixes: [],
};
