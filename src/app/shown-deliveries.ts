import { failureLine } from "./detail/failure-line.ts";
import { type LatestTry, latestTry } from "./detail/latest-try.ts";
import { layoutOf } from "./layout.ts";
import type { AppState } from "./state/app-state.ts";
import { selectedDelivery, selectedIndex, topIndex } from "./state/deliveries-state.ts";

/** What of the list of deliveries is on the screen. */
export interface ShownDeliveries {
  /** The first row drawn, by its place in the window of the log. */
  readonly top: number;
  readonly selected: number;
  /** Stands under the selected row, in a row of its own. */
  readonly latest: LatestTry | null;
}

/** A row under the selected one moves those below it, and the list where there is no room for it. */
export function shownDeliveries(state: AppState): ShownDeliveries {
  const { deliveries } = state;
  const { listRows } = layoutOf(state);
  const top = topIndex(deliveries, listRows);
  const selected = selectedIndex(deliveries);
  const latest = listRows > 1 ? latestTry(selectedDelivery(state), deliveries.detail) : null;
  const isPushedOut = latest !== null && selected - top === listRows - 1;
  return { top: isPushedOut ? top + 1 : top, selected, latest };
}

/** The place in the window of the log of what is drawn in a row of the list, which counts from 0. */
export function deliveryAt({ top, selected, latest }: ShownDeliveries, row: number): number {
  return top + row - (latest !== null && top + row > selected ? 1 : 0);
}

/** Rows of the detail's text: under a payload the last one says what went wrong with it. */
export function detailTextRows(state: AppState): number {
  const { detail, pane } = state.deliveries;
  const { detailRows } = layoutOf(state);
  const hasFoot = detail !== null && pane === "payload" && failureLine(detail) !== null;
  return hasFoot && detailRows > 2 ? detailRows - 1 : detailRows;
}
