import type { ReadDelivery } from "../../engine/client.ts";
import type { TimeZone } from "../../text/clock-time.ts";
import type { Line } from "../../text/line.ts";
import { memo } from "../../text/memo.ts";
import {
  type Arrangement,
  hasFewRows,
  isPaneShown,
  listBesideDetail,
  type PaneTree,
  paneSize,
} from "../../tui/layout.ts";
import { isZoomed } from "../../tui/state/layout.ts";
import { shownZone } from "../../tui/state/preferences.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { type Size, windowSlice } from "../../tui/state/window.ts";
import { fitHead } from "../../tui/viewer/head.ts";
import { deliveryHeader, failureLines } from "./head/delivery-header.ts";
import { filterErrorLines } from "./head/filter-error.ts";
import { histogramRows } from "./histogram/histogram-lines.ts";
import { deliveriesSlice } from "./state/deliveries.ts";

/** Minimum rows of the text below the reason of a failure. */
const minTextRows = 2;

/** Row of the column titles. */
const titleRows = 1;

/** Minimum columns of a window with a two-pane zoomed detail. */
const splitColumns = 110;

/** Zoomed detail of a wide window: the request, with another tab beside it. */
const splitDetail: PaneTree = {
  direction: "row",
  parts: [
    { pane: "list" },
    {
      direction: "row",
      parts: [
        { pane: "request", share: 0.6, minColumns: 58 },
        { pane: "side", share: 0.4, minColumns: 38 },
      ],
    },
  ],
};

/** Panes of the Deliveries screen. */
export const deliveriesArrangement: Arrangement = {
  id: "deliveries",
  layout: (state) => (isDetailSplit(state) ? splitDetail : listBesideDetail),
  focusedPane(state) {
    const { focus, pane } = deliveriesSlice.get(state);
    if (!isDetailSplit(state)) return focus;
    return pane === "request" ? "request" : "side";
  },
};

/** Returns true if the request has a pane of its own. */
export function isDetailSplit(state: AppState): boolean {
  return (
    deliveriesSlice.get(state).focus === "detail" &&
    isZoomed(state, "deliveries") &&
    !isZoomed(state, "deliveries", 2) &&
    windowSlice.get(state).size.columns >= splitColumns
  );
}

export interface DeliveriesLayout {
  readonly listColumns: number;
  /** Rows above the list: the filter, its error, the histogram and the column titles. */
  readonly listHeadRows: number;
  /** Rows of the list without the lines above it; at least 1. */
  readonly listRows: number;
}

/** Room of a text in the detail. */
export interface DetailRoom extends Size {
  /**
   * Lines above: wrapped if enough rows remain for the text, otherwise the first ones; none beside another pane. The
   * request shows the failure's reason below them.
   */
  readonly header: readonly Line[];
}

export function deliveriesLayout(state: AppState): DeliveriesLayout {
  const list = paneSize(state, deliveriesArrangement, "list");
  const listHeadRows =
    titleRows +
    Number(showsFilter(state)) +
    filterErrorLines(state, list).length +
    histogramRows(state, list);
  return {
    listColumns: list.columns,
    listHeadRows,
    listRows: Math.max(1, list.rows - listHeadRows),
  };
}

/** Returns the room of the text in a pane of the detail. */
export function detailRoom(state: AppState, id: string): DetailRoom {
  const size = paneSize(state, deliveriesArrangement, id);
  const header = isDetailSplit(state) ? [] : detailHeader(state, size);
  return { columns: size.columns, rows: Math.max(1, size.rows - header.length), header };
}

function detailHeader(state: AppState, { columns, rows }: Size): readonly Line[] {
  const { detail, pane } = deliveriesSlice.get(state);
  if (detail === null) return [];
  return headerLines(detail, shownZone(state), pane === "request", columns, rows);
}

/** Draws the header once per detail and size, because every key needs it. */
const headerLines = memo(
  (
    detail: ReadDelivery,
    zone: TimeZone,
    isRequest: boolean,
    columns: number,
    rows: number,
  ): readonly Line[] => {
    const head = fitHead(deliveryHeader(detail, zone), { columns, rows });
    const reason = isRequest ? failureLines(detail, columns) : [];
    return [...head, ...reason.slice(0, Math.max(0, rows - head.length - minTextRows))];
  },
);

/** Returns true if the filter has a row: always, in a low window only while edited or set. */
export function showsFilter(state: AppState): boolean {
  const { editingFilter, field } = deliveriesSlice.get(state);
  return editingFilter || field.value !== "" || !hasFewRows(state);
}

/** Returns true if the detail is visible: beside the list, or focused. */
export function isDetailShown(state: AppState): boolean {
  return isDetailSplit(state) || isPaneShown(state, deliveriesArrangement, "detail");
}
