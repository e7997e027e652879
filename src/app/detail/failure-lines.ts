import type { DeliveryDetail } from "../../model/delivery.ts";
import type { Line } from "../../text/line.ts";
import { line, span } from "../../text/line.ts";
import { v, visible } from "../../text/visible.ts";
import { wrapLine } from "../../text/wrap.ts";

/** The Attempts pane has all of it. */
const mostRows = 3;

/** What went wrong with a delivery after it was accepted, where and what, in a few rows of a width; none: nothing did. */
export function failureLines({ attempts, outcome }: DeliveryDetail, width: number): readonly Line[] {
  const last = attempts.at(-1);
  if (outcome !== "failed" || last === undefined || last.error === null) return [];
  const { target, error } = last;
  // A handler's failure ends with its place: `TypeError: rows is undefined (train.ts:14)`.
  const isHandler = target.startsWith("handler ");
  const [, what, place] = isHandler ? (/^(.*) \(([^()]+:\d+)\)$/s.exec(error) ?? []) : [];
  const where = span(v`✗ ${place === undefined ? target : `handler ${place}`}`, "error");
  return wrapLine(line(where, span(v`  `), span(visible(what ?? error))), width, 2).slice(0, mostRows);
}
