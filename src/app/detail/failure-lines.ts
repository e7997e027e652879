import type { DeliveryDetail } from "../../model/delivery.ts";
import type { Line } from "../../text/line.ts";
import { line, span } from "../../text/line.ts";
import { v, visible } from "../../text/visible.ts";
import { wrapLine } from "../../text/wrap.ts";

/** The Attempts pane has all of it. */
const mostRows = 3;

/** Why a delivery was refused or failed, in a few rows of a width; none: it was not. */
export function failureLines({ attempts, outcome, reason }: DeliveryDetail, width: number): readonly Line[] {
  const last = attempts.at(-1);
  const why =
    outcome === "failed" && last !== undefined && last.error !== null
      ? `${last.target}  ${last.error}`
      : reason;
  if (why === null) return [];
  return wrapLine(line(span(v`✗ `, "error"), span(visible(why))), width, 2).slice(0, mostRows);
}
