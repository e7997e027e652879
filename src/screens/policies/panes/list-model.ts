import { keepInView, type ListModel, viewList } from "../../../tui/list.ts";
import type { Action, AppState } from "../../../tui/state/slice.ts";
import { askBeforeLeaving } from "../dialogs/what-if-question.ts";
import { listHeadRows, listRows } from "../layout.ts";
import { folderRows, type FolderRow, folderView } from "../list/rows.ts";
import { setPolicies } from "../state/policies.ts";
import { pendingChange } from "../state/what-if.ts";

/** Returns the list of policies. */
export function policyList(state: AppState): ListModel {
  const rows = folderRows(state);
  return viewList(
    folderView(state),
    rows.length,
    listRows(state),
    ({ selected, top }) =>
      questionAt(state, rows[selected]) ?? setPolicies({ ...selectionOf(rows[selected]), top }),
  );
}

/** Returns the action that asks before another policy takes the place of one with a pending change; null if none is needed. */
function questionAt(state: AppState, row: FolderRow | undefined): Action | null {
  const isOther = selectionOf(row).selectedPath !== pendingChange(state)?.path;
  return isOther ? askBeforeLeaving(state, null) : null;
}

/** Returns the fields that select a row. A heading selects its first file too, which is shown beside the list. */
export function selectionOf(row: FolderRow | undefined): {
  readonly selectedPath: string | null;
  readonly heading: string | null;
} {
  if (row?.kind !== "heading") return { selectedPath: row?.file.path ?? null, heading: null };
  return { selectedPath: row.heading.files[0]?.path ?? null, heading: row.heading.folder };
}

/** Returns the actions of a click on a line of the list. */
export function clickPolicy(state: AppState, y: number): readonly Action[] {
  const rows = folderRows(state);
  const { top } = keepInView(folderView(state), rows.length, listRows(state));
  const index = y - listHeadRows(state);
  const clicked = index < 0 ? undefined : rows[top + index];
  return clicked === undefined ? [] : [questionAt(state, clicked) ?? setPolicies(selectionOf(clicked))];
}
