import type { DeliveryDetail } from "../../model/delivery.ts";
import { line, span, type Line } from "../../text/line.ts";
import { v, visible } from "../../text/visible.ts";
import { wrapLine } from "../../text/wrap.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { type LatestAttempt, latestAttempt } from "./latest-attempt.ts";
import { selectedDelivery, selectedIndex, topIndex, deliveriesSlice, deliveriesLayout } from "./state.ts";

/** Visible part of the list of deliveries. */
export interface ShownDeliveries {
  /** Index of the first visible row. */
  readonly top: number;
  readonly selected: number;
  /** Shown in a row of its own below the selected one. */
  readonly latest: LatestAttempt | null;
}

/**
 * Computes the visible rows. The row of the latest attempt moves the following ones, and scrolls the list if
 * it does not fit.
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

/** Returns the index of the delivery in a row of the list (from 0). */
export function deliveryAt({ top, selected, latest }: ShownDeliveries, row: number): number {
  return top + row - (latest !== null && top + row > selected ? 1 : 0);
}

/** Returns the lines fixed below the payload: why the delivery failed, if there is room. */
export function detailFooter(state: AppState): readonly Line[] {
  const { detail, pane } = deliveriesSlice.get(state);
  if (detail === null || pane !== "payload") return [];
  const { detailColumns, detailRows } = deliveriesLayout(state);
  const foot = failureLines(detail, detailColumns);
  return foot.slice(0, Math.max(0, detailRows - 2));
}

/** Maximum rows; the Attempts pane shows the full error. */
const maxRows = 3;

/** Formats why a delivery failed or was rejected, in at most 3 rows; empty if it did neither. */
export function failureLines({ attempts, outcome, reason }: DeliveryDetail, width: number): readonly Line[] {
  const last = attempts.at(-1);
  const why =
    outcome === "failed" && last !== undefined && last.error !== null
      ? `${last.target}  ${last.error}`
      : reason;
  if (why === null) return [];
  return wrapLine(line(span(v`✗ `, "error"), span(visible(why))), width, 2).slice(0, maxRows);
}
