import { isFailure, type Delivery } from "../model/delivery.ts";
import { duration } from "../text/duration.ts";
import type { Line, Span } from "../text/line.ts";
import { span } from "../text/line.ts";
import { count } from "../text/numbers.ts";
import { relativeTime } from "../text/relative-time.ts";
import { truncate } from "../text/truncate.ts";
import type { Visible } from "../text/visible.ts";
import { v, visible } from "../text/visible.ts";
import type { Column, FittedColumn } from "../tui/components/table.ts";
import { tableRow } from "../tui/components/table.ts";

type Name = "time" | "status" | "route" | "event" | "repo" | "took";

export const deliveryColumns: readonly Column<Name>[] = [
  { name: "time", title: v`time`, width: 6 },
  { name: "status", title: v`status`, width: 6 },
  { name: "route", title: v`route`, width: 7, grow: 1, drop: 2 },
  { name: "event", title: v`event`, width: 19 },
  { name: "repo", title: v`repo`, width: 12, grow: 4 },
  { name: "took", title: v`took`, width: 7, align: "right", drop: 1 },
];

/** Last drawn row of each delivery; most rows are equal in the next frame. */
const drawn = new WeakMap<Delivery, { readonly key: string; readonly row: Line }>();

/** Draws a delivery as a row; returns the same object while the row is unchanged. */
export function deliveryRow(
  delivery: Delivery,
  columns: readonly FittedColumn<Name>[],
  width: number,
  selected: boolean,
  nowMs: number,
): Line {
  // `nowMs` may be older than the delivery; an age must not be negative.
  const receivedAtMs = Date.parse(delivery.receivedAt);
  const time = relativeTime(receivedAtMs, Math.max(nowMs, receivedAtMs));
  const nextAttempt = nextAttemptText(delivery, nowMs);
  const key = `${width} ${selected} ${time} ${nextAttempt ?? ""}`;
  const known = drawn.get(delivery);
  if (known?.key === key) return known.row;
  const row = tableRow(columns, width, selected, (name, room) =>
    name === "time"
      ? span(time, "muted")
      : name === "repo" && nextAttempt !== null
        ? span(nextAttempt, "warn")
        : cell(delivery, name, room),
  );
  drawn.set(delivery, { key, row });
  return row;
}

/** Returns the text shown instead of the repo while a forward waits for its next attempt; otherwise null. */
function nextAttemptText({ nextAttemptAt }: Delivery, nowMs: number): Visible | null {
  if (nextAttemptAt === null) return null;
  const atMs = Date.parse(nextAttemptAt);
  return v`next attempt ${atMs <= nowMs ? v`now` : relativeTime(atMs, nowMs)}`;
}

function cell(delivery: Delivery, name: Exclude<Name, "time">, width: number): Span {
  switch (name) {
    case "status":
      return statusCell(delivery);
    case "route":
      return span(visible(delivery.route ?? "—"));
    case "event":
      return eventCell(delivery);
    case "repo":
      return repoCell(delivery, width);
    case "took":
      return span(delivery.durationMs === null ? v`` : duration(delivery.durationMs), "muted");
  }
}

function eventCell({ event, auth, outcome, method, schemaValid }: Delivery): Span {
  if (auth === "missing") return span(v`no secret`, "error");
  if (auth === "wrong") return span(v`wrong secret`, "error");
  if (event !== null) return span(v`${event.scope} ${event.action}`);
  if (outcome === "rejected") return span(v`${method} rejected`, "error");
  return span(schemaValid !== false ? v`` : v`no event`, "muted");
}

/**
 * Draws the original of a duplicate or a replay; otherwise the repo, or the sender if there is no repo. The
 * reason of a failure follows the repo or replaces the sender.
 */
function repoCell(delivery: Delivery, width: number): Span {
  const { repo, duplicateOf, replayOf, remote, path, reason, auth } = delivery;
  if (duplicateOf !== null) return span(v`duplicate of #${count(duplicateOf)}`, "warn");
  if (replayOf !== null) return span(v`replay of #${count(replayOf)}`, "muted");
  if (reason !== null && repo !== null)
    return span(truncate(v`${repo.type}:${repo.name} · ${reason}`, width), "error");
  // The event cell already shows errors of the secret.
  if (reason !== null && auth !== "missing" && auth !== "wrong") {
    return span(truncate(visible(reason), width), "error");
  }
  if (repo !== null) return span(truncate(v`${repo.type}:${repo.name}`, width, { where: "middle" }));
  return span(v`${remote} ${path}`, "muted");
}

/** Draws the outcome as a glyph, and the HTTP status. */
export function statusCell(delivery: Delivery): Span {
  const status = delivery.status ?? "—";
  if (delivery.outcome === "pending") return span(v`⋯ …`, "muted");
  if (delivery.outcome === "interrupted") return span(v`‼ ${status}`, "error");
  if (delivery.outcome === "rejected") return span(v`⊘ ${status}`, "error");
  if (isFailure(delivery)) return span(v`✗ ${status}`, "error");
  if (delivery.duplicateOf !== null) return span(v`≡ ${status}`, "warn");
  if (delivery.replayOf !== null) return span(v`↻ ${status}`, "ok");
  return span(v`✓ ${status}`, "ok");
}
