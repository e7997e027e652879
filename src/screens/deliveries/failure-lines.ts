import type { DeliveryDetail } from "../../model/delivery.ts";
import type { Line } from "../../text/line.ts";
import { line, span } from "../../text/line.ts";
import { v, visible } from "../../text/visible.ts";
import { wrapLine } from "../../text/wrap.ts";

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
