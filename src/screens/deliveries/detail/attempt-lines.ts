import type { Attempt, DeliveryDetail } from "../../../model/delivery.ts";
import { dateTime, type TimeZone } from "../../../text/clock-time.ts";
import { duration } from "../../../text/duration.ts";
import { line, type Span, span } from "../../../text/line.ts";
import { v } from "../../../text/visible.ts";
import type { WholeLine } from "../../../tui/viewer/text-content.ts";
import { responseLines } from "../../response-lines.ts";
import { note, whole } from "./sections.ts";

/** Lists the attempts to send a delivery, each with its response. */
export function attemptPaneLines({ attempts }: DeliveryDetail, zone: TimeZone): readonly WholeLine[] {
  if (attempts.length > 0) return attempts.flatMap((attempt) => attemptLines(attempt, zone));
  return [note("No attempts: the delivery was not forwarded, retried or replayed to a URL.")];
}

function attemptLines(attempt: Attempt, zone: TimeZone): readonly WholeLine[] {
  const { target, startedAt, error, durationMs, reply } = attempt;
  return [
    whole(
      line(
        statusSpan(attempt),
        // The time comes near the beginning, where wrapping does not split it.
        span(v` ${dateTime(Date.parse(startedAt), zone)} · ${duration(durationMs)}`),
        span(error === null ? v`` : v` · ${error}`, "error"),
      ),
    ),
    whole(line(span(v`  to ${target}`, "muted")), 5),
    ...(reply === null ? [] : responseLines(reply)).map((one) => whole(one, 4)),
  ];
}

/** Formats the status of a response; null is none. */
export function statusSpan({ status }: { readonly status: number | null }): Span {
  return status !== null && status < 300 ? span(v`✓ ${status}`, "ok") : span(v`✗ ${status ?? "—"}`, "error");
}
