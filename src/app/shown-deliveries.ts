import type { Line } from "../text/line.ts";
import { failureLines } from "./detail/failure-lines.ts";
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

/** What stands under the text of the detail, whatever is scrolled: under a payload what went wrong with it, where there is room for both. */
export function detailFoot(state: AppState): readonly Line[] {
  const { detail, pane } = state.deliveries;
  if (detail === null || pane !== "payload") return [];
  const { detailColumns, detailRows } = layoutOf(state);
  const foot = failureLines(detail, detailColumns);
  return foot.slice(0, Math.max(0, detailRows - 2));
}
