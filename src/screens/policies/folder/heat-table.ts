import { axes } from "../../../policy/policy.ts";
import type { Column, Table } from "../../../tables/column.ts";
import { type PolicyRow, policyTable } from "../../../tables/policies.ts";
import { span } from "../../../text/line.ts";
import { v, visible } from "../../../text/visible.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { heatCell } from "./heat-map.ts";
import { folderSlice } from "./state.ts";

/** Creates the column of an axis. Unmapped axes are last in both directions, except mandatory ones, whose weight is 0. */
function axisColumn(index: number): Column<PolicyRow, unknown> {
  return {
    title: visible(axes[index] ?? ""),
    width: 7,
    cell({ summary }) {
      const axis = summary?.axes[index];
      return axis === undefined ? span(v``) : heatCell(axis, 7);
    },
    order({ summary }) {
      const axis = summary?.axes[index];
      if (axis === undefined || summary?.verdict === "unreadable") return null;
      return axis.weight ?? (axis.need === "missing" ? 0 : null);
    },
  };
}

/** Columns of the heat map, by which it can be sorted. */
const heatTable: Table<PolicyRow, unknown> = {
  name: policyTable.name,
  isFixed: true,
  columns: {
    ...Object.fromEntries(axes.map((axis, index) => [axis, axisColumn(index)])),
    name: policyTable.columns.name,
  },
  shown: [...axes, "name"],
};

/** Returns the table of the list, or of the heat map in its place. */
export function listTable(state: AppState): Table<PolicyRow, unknown> {
  return folderSlice.get(state).isHeatMap ? heatTable : policyTable;
}
