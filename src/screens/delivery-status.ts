import { isFailure } from "../model/delivery.ts";
import type { Delivery } from "../model/delivery.ts";
import type { Span } from "../text/line.ts";
import { span } from "../text/line.ts";
import { v } from "../text/visible.ts";

/** Draws the state as a glyph and a status, never by color alone. */
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
