import type { DeliveryDetail } from "../../model/delivery.ts";
import type { Line } from "../../text/line.ts";
import { type Arrangement, hasFewRows, isPaneShown, listBesideDetail, paneSize } from "../../tui/layout.ts";
import { shownZone } from "../../tui/state/preferences.ts";
import type { AppState } from "../../tui/state/slice.ts";
import type { Size } from "../../tui/state/window.ts";
import { fitHead } from "../../tui/viewer/head.ts";
import { deliveryHeader } from "./detail/delivery-content.ts";
import { filterErrorLines } from "./filter/filter-error.ts";
import { deliveriesSlice } from "./state.ts";

/** Row of the column titles. */
const titleRows = 1;

/** Panes of the Deliveries screen. */
export const deliveriesArrangement: Arrangement = {
  id: "deliveries",
  layout: () => listBesideDetail,
  focusedPane: (state) => deliveriesSlice.get(state).focus,
};

export interface DeliveriesLayout {
  readonly listColumns: number;
  /** Rows above the list: the filter, its error and the column titles. */
  readonly listHeadRows: number;
  /** Rows of the list without the lines above it; at least 1. */
  readonly listRows: number;
  readonly detailColumns: number;
  /** Header of the detail: wrapped if enough rows remain for its text, otherwise its first lines. */
  readonly header: readonly Line[];
  /** Rows of the detail's text below its header; at least 1. */
  readonly detailRows: number;
}

export function deliveriesLayout(state: AppState): DeliveriesLayout {
  const list = paneSize(state, deliveriesArrangement, "list");
  const detail = paneSize(state, deliveriesArrangement, "detail");
  const header = detailHeader(state, detail);
  const listHeadRows = titleRows + Number(showsFilter(state)) + filterErrorLines(state, list).length;
  return {
    listColumns: list.columns,
    listHeadRows,
    listRows: Math.max(1, list.rows - listHeadRows),
    detailColumns: detail.columns,
    header,
    detailRows: Math.max(1, detail.rows - header.length),
  };
}

/** Last header of each detail, which every key asks for. */
const known = new WeakMap<DeliveryDetail, { readonly key: string; readonly header: readonly Line[] }>();

function detailHeader(state: AppState, size: Size): readonly Line[] {
  const { detail } = deliveriesSlice.get(state);
  if (detail === null) return [];
  const zone = shownZone(state);
  const key = `${zone} ${size.columns} ${size.rows}`;
  const last = known.get(detail);
  if (last?.key === key) return last.header;
  const header = fitHead(deliveryHeader(detail, zone), size);
  known.set(detail, { key, header });
  return header;
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
