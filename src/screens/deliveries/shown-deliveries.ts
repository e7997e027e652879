import type { DeliveryDetail } from "../../model/delivery.ts";
import { line, span, type Line } from "../../text/line.ts";
import { v, visible } from "../../text/visible.ts";
import { wrapProse } from "../../text/wrap.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { type LatestAttempt, latestAttempt } from "./latest-attempt.ts";
import { deliveriesLayout } from "./layout.ts";
import { selectedDelivery, selectedIndex, topIndex, deliveriesSlice } from "./state.ts";

/** Visible part of the list of deliveries. */
export interface ShownDeliveries {
  /** Index of the first visible row. */
  readonly top: number;
  readonly selected: number;
  /** Attempt shown in an extra row below the selected one; null if there is none. */
  readonly latest: LatestAttempt | null;
}

/**
 * Computes the visible rows. The row of the latest attempt moves the rows below it down by one. If the
 * selected row is the last visible one, it scrolls the list by one row.
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

/** Returns the index of the delivery at a row of the list, from 0. An attempt belongs to the selected row. */
export function deliveryAt({ top, selected, latest }: ShownDeliveries, row: number): number {
  return top + row - (latest !== null && top + row > selected ? 1 : 0);
}

/** Returns the lines fixed below the payload: the reason of a failure. At least two rows stay free. */
export function detailFooter(state: AppState): readonly Line[] {
  const { detail, pane } = deliveriesSlice.get(state);
  if (detail === null || pane !== "payload") return [];
  const { detailColumns, detailRows } = deliveriesLayout(state);
  const foot = failureLines(detail, detailColumns);
  return foot.slice(0, Math.max(0, detailRows - 2));
}

/** Maximum rows of the reason. */
const maxRows = 3;

/**
 * Formats the error of a failed delivery's last attempt, or else its `reason`, in at most 3 rows; empty if
 * there is neither.
 */
export function failureLines({ attempts, outcome, reason }: DeliveryDetail, width: number): readonly Line[] {
  const last = attempts.at(-1);
  const why =
    outcome === "failed" && last !== undefined && last.error !== null
      ? `${last.target}  ${last.error}`
      : reason;
  if (why === null) return [];
  return wrapProse(line(span(v`✗ `, "error"), span(visible(why))), width, 2).slice(0, maxRows);
}
