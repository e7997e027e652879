import type { Line } from "../../text/line.ts";
import { fitLine, line, span } from "../../text/line.ts";
import { plural } from "../../text/numbers.ts";
import { relativeTime } from "../../text/relative-time.ts";
import { v, visible } from "../../text/visible.ts";
import type { LatestAttempt } from "./latest-attempt.ts";

/** Columns of marker, time and gap; aligns the number with the times of the rows. */
const numberColumns = 8;
const statusColumns = 6;

/** Draws the latest forward or replay attempt of a delivery, and when the next is due. */
export function attemptRow(
  { number, kind, error, nextAtMs, isOver }: LatestAttempt,
  width: number,
  nowMs: number,
): Line {
  const position = v`${`└ ${number}`.padStart(numberColumns)} `;
  const next = nextAtMs === null || nextAtMs <= nowMs ? v`now` : relativeTime(nextAtMs, nowMs);
  const attempts = isOver ? v`after ${plural(number, "attempt")}` : v`attempt ${number} · next ${next}`;
  return fitLine(
    line(
      span(position, "muted"),
      span(v`${"✗ —".padEnd(statusColumns)} `, "error"),
      span(v`${kind} `, "muted"),
      span(visible(error)),
      span(v` · ${attempts}`, "muted"),
    ),
    width,
  );
}
