import { memo } from "../../../text/memo.ts";
import type { ListView } from "../../../tui/list.ts";
import { sortedRows } from "../../../tui/sorted.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { sortOf } from "../../../tui/state/sorts.ts";
import type { PolicyEntry } from "../select/policies-state.ts";
import { selectedPolicy, shownFiles } from "../select/selection.ts";
import { folderSlice } from "../state/list.ts";
import { policiesSlice } from "../state/policies.ts";
import { listTable } from "./table.ts";

/** Returns the files that the filter shows, in the order of the list. */
export function listedFiles(state: AppState): readonly PolicyEntry[] {
  const policies = policiesSlice.get(state);
  const table = listTable(state);
  const shown = shownFiles(policies);
  if (policies.sortedBy === null || sortOf(state, table.name) === null)
    return sortedRows(state, table, shown);
  return inOrderOf(sortedRows(state, table, entriesBefore(shown, policies.sortedBy)), shown);
}

const entriesBefore = memo((files: readonly PolicyEntry[], before: ReadonlyMap<string, PolicyEntry>) =>
  files.map((file) => before.get(file.path) ?? file),
);

/** Returns the files in the order of their earlier entries. */
const inOrderOf = memo((sorted: readonly PolicyEntry[], files: readonly PolicyEntry[]) => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  return sorted.map((entry) => byPath.get(entry.path) ?? entry);
});

/** Heading of a subdirectory in the list, with the verdicts of its files. */
export interface FolderHeading {
  /** Path relative to the directory of the policies; `.` for that directory. */
  readonly folder: string;
  readonly isFolded: boolean;
  readonly files: readonly PolicyEntry[];
}

/** Row of the list. A file below a heading has its name without the subdirectory. */
export type FolderRow =
  | { readonly kind: "file"; readonly file: PolicyEntry; readonly shown: PolicyEntry }
  | { readonly kind: "heading"; readonly heading: FolderHeading };

/** Returns the subdirectory of a file, `.` for none. */
export function folderOf({ name }: Pick<PolicyEntry, "name">): string {
  const end = Math.max(name.lastIndexOf("/"), name.lastIndexOf("\\"));
  return end === -1 ? "." : name.slice(0, end);
}

/** Returns the rows of the list: the files that the filter shows, by subdirectory if the user grouped them. */
export function folderRows(state: AppState): readonly FolderRow[] {
  const { isGrouped, folded } = folderSlice.get(state);
  return rowsOf(listedFiles(state), isGrouped, folded);
}

const rowsOf = memo((files: readonly PolicyEntry[], isGrouped: boolean, folded: readonly string[]) =>
  isGrouped ? groupedRows(files, folded) : files.map((file) => fileRow(file)),
);

/** Groups files by subdirectory. Groups are in the order of their first files, so that the worst one is first. */
function groupedRows(files: readonly PolicyEntry[], folded: readonly string[]): readonly FolderRow[] {
  const groups = new Map<string, PolicyEntry[]>();
  for (const file of files) {
    const group = groups.get(folderOf(file));
    if (group === undefined) groups.set(folderOf(file), [file]);
    else group.push(file);
  }
  if (groups.size === 1) return files.map((file) => fileRow(file));
  return [...groups].flatMap(([folder, own]): readonly FolderRow[] => {
    const isFolded = folded.includes(folder);
    const heading: FolderHeading = { folder, isFolded, files: own };
    return [{ kind: "heading", heading }, ...(isFolded ? [] : own.map((file) => rowBelowHeading(file)))];
  });
}

/** Row of a file, whose widths are measured once. */
const fileRow = memo((file: PolicyEntry): FolderRow => ({ kind: "file", file, shown: file }));

const rowBelowHeading = memo((file: PolicyEntry): FolderRow => {
  const folder = folderOf(file);
  const name = folder === "." ? file.name : file.name.slice(folder.length + 1);
  return { kind: "file", file, shown: { ...file, name: `  ${name}` } };
});

/** Returns the selected row and the scroll position of the list. */
export function folderView(state: AppState): ListView {
  const policies = policiesSlice.get(state);
  const file = selectedPolicy(policies);
  const own = file === null ? null : folderOf(file);
  const rows = folderRows(state);
  const heading = rows.findIndex((row) => row.kind === "heading" && row.heading.folder === own);
  const isAtHeading = heading !== -1 && policies.heading === own;
  const at = isAtHeading
    ? heading
    : rows.findIndex((row) => row.kind === "file" && row.file.path === file?.path);
  // The file may be below a folded heading.
  return { selected: Math.max(0, at === -1 ? heading : at), top: policies.top };
}

/** Returns the selected heading; null if a file is selected. */
export function selectedHeading(state: AppState): FolderHeading | null {
  const row = folderRows(state)[folderView(state).selected];
  return row?.kind === "heading" ? row.heading : null;
}
