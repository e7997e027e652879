import type { Table } from "../../../tables/column.ts";
import { type PolicyRow, policyTable } from "../../../tables/policies.ts";
import { truncate } from "../../../text/truncate.ts";
import { visible } from "../../../text/visible.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { windowSlice } from "../../../tui/state/window.ts";
import { folderSlice } from "../state/list.ts";
import { policiesSlice } from "../state/policies.ts";
import { listTable } from "./heat-table.ts";

/**
 * Returns the table of the list, whose column of changes has the name of the baseline as its title, cut at its start to
 * its width unless it is spoken.
 */
export function baselineTable(state: AppState): Table<PolicyRow, unknown> {
  const name = visible(policiesSlice.get(state).baseline);
  const { head } = policyTable.columns;
  const title = windowSlice.get(state).isLinear ? name : truncate(name, head.width, { where: "start" });
  return { ...policyTable, columns: { ...policyTable.columns, head: { ...head, title } } };
}

/** Returns the table of the list with the name of the baseline, or of the heat map in its place. */
export function shownTable(state: AppState): Table<PolicyRow, unknown> {
  return folderSlice.get(state).isHeatMap ? listTable(state) : baselineTable(state);
}
