import type { DeliveryDetail } from "../../../model/delivery.ts";
import { line, span, type Line } from "../../../text/line.ts";
import { v, visible } from "../../../text/visible.ts";
import { wrapProse } from "../../../text/wrap.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { detailRoom, isDetailSplit } from "../layout.ts";
import { deliveriesSlice } from "../state.ts";

/**
 * Returns the lines fixed below the payload: the reason of a failure. At least two rows stay free. A response beside
 * the payload says the reason.
 */
export function detailFooter(state: AppState, id: string): readonly Line[] {
  const { detail, pane } = deliveriesSlice.get(state);
  if (detail === null || pane !== "request" || isDetailSplit(state)) return [];
  const { columns, rows } = detailRoom(state, id);
  const foot = failureLines(detail, columns);
  return foot.slice(0, Math.max(0, rows - 2));
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
