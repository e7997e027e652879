import type { DeliveryDetail } from "../../model/delivery.ts";
import type { Line } from "../../text/line.ts";
import { line, span } from "../../text/line.ts";
import { v, visible } from "../../text/visible.ts";

/** What went wrong with a delivery after it was accepted, in one row: where, and what; null: nothing. */
export function failureLine({ attempts, outcome }: DeliveryDetail): Line | null {
  const last = attempts.at(-1);
  if (outcome !== "failed" || last === undefined || last.error === null) return null;
  const { target, error } = last;
  // A handler's failure ends with its place: `TypeError: rows is undefined (train.ts:14)`.
  const [, what, place] = target.startsWith("handler ") ? (/^(.*) \(([^()]+:\d+)\)$/s.exec(error) ?? []) : [];
  return line(
    span(v`✗ ${place === undefined ? target : `handler ${place}`}`, "error"),
    span(v`  `),
    span(visible(what ?? error)),
  );
}
