import type { DeliveryDetail } from "../../../model/delivery.ts";
import { line, span, type Line } from "../../../text/line.ts";
import { v, visible } from "../../../text/visible.ts";
import { wrapProse } from "../../../text/wrap.ts";

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
