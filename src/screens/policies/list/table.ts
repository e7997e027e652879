import { axes } from "../../../policy/policy.ts";
import { chooseColumns, type Column, type NamedColumn, type Table } from "../../../tables/column.ts";
import { type PolicyRow, policyTable } from "../../../tables/policies.ts";
import { span } from "../../../text/line.ts";
import { truncate } from "../../../text/truncate.ts";
import { v, visible } from "../../../text/visible.ts";
import { filledColumns } from "../../../tui/components/table.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { sortOf } from "../../../tui/state/sorts.ts";
import { windowSlice } from "../../../tui/state/window.ts";
import { folderSlice } from "../state/list.ts";
import { policiesSlice } from "../state/policies.ts";
import { heatCell } from "./heat-map.ts";

/** Creates the column of an axis. Policies without the mandatory axis come last in both directions. */
function axisColumn(index: number): Column<PolicyRow, unknown> {
  return {
    title: visible(axes[index] ?? ""),
    width: 7,
    cell({ summary }) {
      const axis = summary?.axes[index];
      const isWeakest = summary?.strength?.axis === axes[index];
      return axis === undefined ? span(v``) : heatCell(axis, 7, isWeakest);
    },
    order({ summary }) {
      const axis = summary?.axes[index];
      if (axis === undefined || summary?.verdict === "unreadable") return null;
      return axis.need === "optional" ? null : (axis.weight ?? 0);
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
    strength: policyTable.columns.strength,
  },
  shown: [...axes, "name"],
};

/** Returns the table of the list, or of the heat map in its place. */
export function listTable(state: AppState): Table<PolicyRow, unknown> {
  return folderSlice.get(state).isHeatMap ? heatTable : policyTable;
}

/** Returns the axis column that sorts the heat map, or null. */
export function sortedAxis(state: AppState): number | null {
  const column = axes.findIndex((axis) => axis === sortOf(state, heatTable.name)?.column);
  return column === -1 || !folderSlice.get(state).isHeatMap ? null : column;
}

/** Returns the columns of the sort key, without columns that are empty for all listed policies. */
export function sortColumns(
  state: AppState,
  rows: readonly PolicyRow[],
): readonly NamedColumn<PolicyRow, unknown>[] {
  if (!folderSlice.get(state).isHeatMap)
    return filledColumns<PolicyRow, unknown>(state, policyTable, rows, undefined);
  return chooseColumns(heatTable, ["strength", ...weakestAxes(rows), "name"]);
}

/** Returns the mandatory axes of a policy, ordered by how often they are the weakest of a policy. */
function weakestAxes(rows: readonly PolicyRow[]): readonly string[] {
  const weakestIn = (axis: string) => rows.filter(({ summary }) => summary?.strength?.axis === axis).length;
  return axes
    .filter((_, index) => rows.some((row) => axisColumn(index).order?.(row) !== null))
    .map((axis) => ({ axis, policies: weakestIn(axis) }))
    .toSorted((one, other) => other.policies - one.policies)
    .map(({ axis }) => axis);
}

/**
 * Returns the table of the list. Its column of changes has the baseline's name as title, cut at its start unless
 * spoken.
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
