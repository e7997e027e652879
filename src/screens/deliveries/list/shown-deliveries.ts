import type { AppState } from "../../../tui/state/slice.ts";
import { deliveriesLayout } from "../layout.ts";
import { type DeliveriesState, selectedDelivery, deliveriesSlice } from "../state/deliveries.ts";
import { isFolding, rowCount } from "../state/folding.ts";
import { selectedIndex, topIndex } from "../state/window.ts";
import { type LatestAttempt, latestAttempt } from "./latest-attempt.ts";

/** Visible part of the list of deliveries. */
export interface ShownDeliveries {
  /** Index of the first visible row. */
  readonly top: number;
  readonly selected: number;
  /** Attempt in an extra row below the selected one, or null. */
  readonly latest: LatestAttempt | null;
}

/**
 * Computes the visible rows. The row of the latest attempt moves later rows down by one, or scrolls the list if the
 * selected row is the last visible one.
 */
export function shownDeliveries(state: AppState): ShownDeliveries {
  const deliveries = deliveriesSlice.get(state);
  const { listRows } = deliveriesLayout(state);
  const top = topIndex(deliveries, listRows);
  const selected = selectedIndex(deliveries);
  const latest = listRows > 1 ? latestAttempt(selectedDelivery(state), deliveries.detail) : null;
  const isPushedOut = latest !== null && selected - top === listRows - 1;
  return { top: isPushedOut ? top + 1 : top, selected, latest };
}

/** Returns the place of the loaded rows in the list, from 0, and the number of its rows; null while it is not counted. */
export function loadedPart(
  deliveries: DeliveriesState,
): { readonly from: number; readonly all: number } | null {
  const { rows, moreAbove, moreBelow } = deliveries;
  const all = rowCount(deliveries);
  if (all === null || rows.length === 0) return null;
  // The tries of events are counted later than the log.
  if (isFolding(deliveries) && !moreAbove && !moreBelow) return { from: 0, all: rows.length };
  if (!moreAbove) return { from: 0, all: Math.max(all, rows.length) };
  return moreBelow ? null : { from: Math.max(0, all - rows.length), all };
}

/** Returns the index of the delivery at a row of the list, from 0. An attempt belongs to the selected row. */
export function deliveryAt({ top, selected, latest }: ShownDeliveries, row: number): number {
  return top + row - (latest !== null && top + row > selected ? 1 : 0);
}
