import { type Arrangement, hasFewRows, isPaneShown, paneSize } from "../../tui/layout.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { filterErrorLines } from "./filter-error.ts";
import { deliveriesSlice } from "./state.ts";

/** Row of the column titles. */
const titleRows = 1;
/** Maximum and minimum rows of the detail's header. */
const header = { max: 3, min: 1 };
/** Minimum rows of text left by a full header. */
const minTextRows = 4;

/** Panes of the Deliveries screen. */
export const deliveriesArrangement: Arrangement = {
  id: "deliveries",
  layout: () => ({
    direction: "row",
    parts: [
      { pane: "list", share: 0.62, minColumns: 68 },
      { pane: "detail", share: 0.38, minColumns: 38 },
    ],
  }),
  focusedPane: (state) => deliveriesSlice.get(state).focus,
};

export interface DeliveriesLayout {
  readonly listColumns: number;
  /** Rows above the list: the filter, its error and the column titles. */
  readonly listHeadRows: number;
  /** Rows of the list without the lines above it; at least 1. */
  readonly listRows: number;
  readonly detailColumns: number;
  /** Header rows of the detail: the maximum if enough rows remain for its text, otherwise the minimum. */
  readonly headerRows: number;
  /** Rows of the detail's text below its header; at least 1. */
  readonly detailRows: number;
}

export function deliveriesLayout(state: AppState): DeliveriesLayout {
  const list = paneSize(state, deliveriesArrangement, "list");
  const detail = paneSize(state, deliveriesArrangement, "detail");
  const headerRows = detail.rows - header.max >= minTextRows ? header.max : header.min;
  const listHeadRows = titleRows + Number(showsFilter(state)) + filterErrorLines(state, list).length;
  return {
    listColumns: list.columns,
    listHeadRows,
    listRows: Math.max(1, list.rows - listHeadRows),
    detailColumns: detail.columns,
    headerRows,
    detailRows: Math.max(1, detail.rows - headerRows),
  };
}

/** Returns true if the filter has a row: always, or in a low window while it is edited or set. */
export function showsFilter(state: AppState): boolean {
  const { editingFilter, field } = deliveriesSlice.get(state);
  return editingFilter || field.value !== "" || !hasFewRows(state);
}

/** Returns true if the detail is visible: beside the list, or focused. */
export function isDetailShown(state: AppState): boolean {
  return isPaneShown(state, deliveriesArrangement, "detail");
}
