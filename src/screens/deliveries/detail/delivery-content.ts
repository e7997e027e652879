import type { ReadDelivery } from "../../../engine/client.ts";
import type { Attempt, DeliveryDetail, DeliveryResponse, Header } from "../../../model/delivery.ts";
import { dateTime, type TimeZone } from "../../../text/clock-time.ts";
import { duration } from "../../../text/duration.ts";
import type { Line } from "../../../text/line.ts";
import { line, span } from "../../../text/line.ts";
import { count, plural } from "../../../text/numbers.ts";
import { visibleLines } from "../../../text/visible-lines.ts";
import { v, visible, type Visible } from "../../../text/visible.ts";
import type { ViewerContent } from "../../../tui/viewer/content.ts";
import { linesContent, type WholeLine } from "../../../tui/viewer/text-content.ts";
import { payloadContent } from "../../payload-lines.ts";
import { responseLines } from "../../response-lines.ts";
import type { DetailPane } from "../state.ts";

interface KnownContent {
  readonly key: string;
  readonly content: ViewerContent;
}

/** Last content of each delivery, which scrolling asks for at every key. */
const known = new WeakMap<DeliveryDetail, KnownContent>();

/** Creates the content of a pane of the delivery detail. */
export function deliveryContent(
  detail: DeliveryDetail,
  pane: DetailPane,
  width: number,
  zone: TimeZone,
): ViewerContent {
  const perRow = bytesPerRow(width);
  const key = { payload: pane, headers: pane, attempts: `${pane} ${zone}`, raw: `${pane} ${perRow}` }[pane];
  const last = known.get(detail);
  if (last?.key === key) return last.content;
  const content =
    pane === "payload" && detail.body.length > 0
      ? payloadContent(detail.body)
      : linesContent(paneLines(detail, pane, perRow, zone));
  known.set(detail, { key, content });
  return content;
}

function paneLines(
  detail: DeliveryDetail,
  pane: DetailPane,
  perRow: number,
  zone: TimeZone,
): readonly WholeLine[] {
  switch (pane) {
    case "payload":
      return [note("The request had no body, or it was not read.")];
    case "headers":
      return detail.headers.map(([name, value]) => ({
        line: line(span(v`${name}`, "accent"), span(v`: `, "muted"), span(visible(value))),
        indent: 2,
      }));
    case "attempts":
      return attemptPaneLines(detail, zone);
    case "raw":
      return hexLines(detail.body, perRow).map((text) => ({ line: line(span(text)), indent: 0 }));
  }
}

/**
 * Lists the response of the handler or receiver, the handler's output, and the attempts. A forward target's
 * response is listed only with its attempt.
 */
function attemptPaneLines(detail: DeliveryDetail, zone: TimeZone): readonly WholeLine[] {
  const { attempts, response, console: printed, outcome } = detail;
  const lines = [
    ...(response === null || /^https?:/.test(response.by)
      ? []
      : handlerResponseLines(response, detail.durationMs)),
    ...printed.flatMap(visibleLines).map((text) => ({ line: line(span(text)), indent: 2 })),
    ...attempts.flatMap((attempt) => attemptLines(attempt, zone)),
  ];
  if (lines.length > 0) return lines;
  return [
    note(
      outcome === "pending"
        ? "No response yet."
        : "The response was not stored. Replay the delivery to record one.",
    ),
  ];
}

function handlerResponseLines(
  { by, status, contentType, body, truncated }: DeliveryResponse,
  durationMs: number | null,
): readonly WholeLine[] {
  const headers: readonly Header[] = contentType === null ? [] : [["Content-Type", contentType]];
  const took = durationMs === null ? v`` : v` · ${duration(durationMs)}`;
  return [
    {
      line: line(
        status < 300 ? span(v`✓ ${status}`, "ok") : span(v`✗ ${status}`, "error"),
        span(v` ${by}${took}${truncated ? v` · truncated` : v``}`),
      ),
      indent: 2,
    },
    ...responseLines({ headers, body }).map((line) => ({ line, indent: 4 })),
  ];
}

function attemptLines(
  { target, startedAt, status, error, durationMs, reply }: Attempt,
  zone: TimeZone,
): readonly WholeLine[] {
  return [
    {
      line: line(
        status !== null && status < 300 ? span(v`✓ ${status}`, "ok") : span(v`✗ ${status ?? "—"}`, "error"),
        // The time is near the beginning, where wrapping does not split it.
        span(v` ${dateTime(Date.parse(startedAt), zone)} · ${duration(durationMs)}`),
        span(error === null ? v`` : v` · ${error}`, "error"),
      ),
      indent: 2,
    },
    { line: line(span(v`  to ${target}`, "muted")), indent: 5 },
    ...(reply === null ? [] : responseLines(reply)).map((line) => ({ line, indent: 4 })),
  ];
}

function note(text: string): WholeLine {
  return { line: line(span(v`${text}`, "muted")), indent: 0, isProse: true };
}

/** Formats the detail's header: request; time, secret and size; webhook, relations and problems. */
export function deliveryHeader(detail: ReadDelivery, zone: TimeZone): readonly [Line, Line, Line] {
  const { seq, method, path, receivedAt, bytes, webhookId, auth, duplicateOf, replayOf, violations } = detail;
  const other = (seq: number): string => `#${seq}${detail.removed.includes(seq) ? " (removed)" : ""}`;
  const secret = {
    ok: "secret ok",
    open: "no secret required",
    missing: "secret missing",
    wrong: "secret wrong",
  }[auth];
  const belongs = [
    ...(webhookId === null ? [] : [`webhook ${webhookId}`]),
    ...(replayOf === null ? [] : [`replay of ${other(replayOf)}`]),
    ...(duplicateOf === null ? [] : [`duplicate of ${other(duplicateOf)}`]),
    ...(detail.nextAttemptAt === null
      ? []
      : [`next attempt ${dateTime(Date.parse(detail.nextAttemptAt), zone, "second")}`]),
    ...(detail.dead ? ["all forward attempts failed"] : []),
    ...(violations.length === 0 ? [] : [`does not match the schema: ${violations.join(", ")}`]),
  ];
  return [
    line(span(v`#${count(seq)} `, "muted"), span(v`${method} ${path}`, "strong")),
    line(span(v`${dateTime(Date.parse(receivedAt), zone)} · ${secret} · ${plural(bytes, "byte")}`, "muted")),
    line(span(v`${belongs.join(" · ")}`, "muted")),
  ];
}

/** Maximum rows of a hex dump, without the row that counts the omitted bytes. */
const maxRows = 4_096;

/** Returns the bytes of a row of a hex dump: 16 from 73 columns on, otherwise 8. */
function bytesPerRow(width: number): number {
  return width >= 9 + 16 * 4 ? 16 : 8;
}

/** Formats bytes as a hex dump. */
export function hexLines(body: Uint8Array, perRow: number): readonly Visible[] {
  const rows = Math.ceil(body.length / perRow);
  const shown = Array.from({ length: Math.min(rows, maxRows) }, (_, row) => {
    const bytes = body.subarray(row * perRow, (row + 1) * perRow);
    const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const text = Array.from(bytes, (byte) =>
      byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : "·",
    ).join("");
    return v`${(row * perRow).toString(16).padStart(6, "0")}  ${hex.padEnd(perRow * 3 - 1)}  ${text}`;
  });
  const left = body.length - maxRows * perRow;
  return left > 0 ? [...shown, v`${left} more bytes not shown`] : shown;
}
