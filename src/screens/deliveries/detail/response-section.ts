import type { DeliveryDetail, Header } from "../../../model/delivery.ts";
import { reasonStyleOf } from "../../../tables/outcome-styles.ts";
import { duration } from "../../../text/duration.ts";
import { type Line, line, span } from "../../../text/line.ts";
import { byteSize, plural } from "../../../text/numbers.ts";
import { visibleLines } from "../../../text/visible-lines.ts";
import { v, visible } from "../../../text/visible.ts";
import type { WholeLine } from "../../../tui/viewer/text-content.ts";
import { payloadLines } from "../../payload-lines.ts";
import { statusSpan } from "./attempt-lines.ts";
import { note, prose, section, whole } from "./sections.ts";

/** Formats the source, result and error of a response. */
export function answerLines(detail: DeliveryDetail): readonly WholeLine[] {
  const { response, reason, outcome, durationMs, attempts } = detail;
  const took = durationMs === null ? v`` : v` · ${duration(durationMs)}`;
  const { glyph, tone } = reasonStyleOf(detail);
  const last = attempts.at(-1);
  const failed = outcome === "failed" ? (last?.error ?? null) : null;
  const errors = [...new Set([failed, reason])].filter((text) => text !== null);
  return [
    ...(response === null
      ? [note(missingResponse(detail))]
      : [
          whole(
            line(
              statusSpan(response),
              span(v` from ${response.by === "receiver" ? "the receiver" : response.by}${took}`),
            ),
          ),
        ]),
    ...errors.map((text) => prose(line(span(v`${glyph} `, tone), span(visible(text))))),
  ];
}

function missingResponse({ outcome, attempts, status }: DeliveryDetail): string {
  if (outcome === "pending") return "No response yet.";
  if (outcome === "interrupted") return "No response: the receiver ended first.";
  if (status === null && attempts.length > 0) return "No response.";
  return "The response was not stored. Replay the delivery to record one.";
}

/** Formats the handler's output, and the headers and the body of the response. */
export function responseSections(detail: DeliveryDetail, width: number): readonly WholeLine[] {
  const { response, console: printed } = detail;
  const body = response?.body ?? new Uint8Array();
  const type = response?.contentType ?? null;
  const size = v`${type === null ? "" : `${type} · `}${byteSize(body.length)}`;
  return [
    ...section(
      v`output of the handler · ${plural(printed.length, "line")}`,
      width,
      printed.flatMap(visibleLines).map((text) => whole(line(span(text)))),
    ),
    ...section(v`response headers`, width, targetHeaders(detail).map(headerLine)),
    ...section(
      v`response body · ${size}${response?.truncated === true ? ", its start" : ""}`,
      width,
      body.length === 0 ? [] : payloadLines(body),
    ),
  ];
}

/** Returns the response headers of a forward target; other headers are not stored. */
function targetHeaders({ response, attempts }: DeliveryDetail): readonly Header[] {
  const reply = attempts.findLast(({ target }) => target === response?.by)?.reply ?? null;
  return reply?.headers ?? [];
}

export function headerLine([name, value]: Header): WholeLine {
  return whole(headerSpans(name, value));
}

function headerSpans(name: string, value: string): Line {
  return line(span(v`${name}`, "accent"), span(v`: `, "muted"), span(visible(value)));
}
