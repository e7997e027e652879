import { lineWidth, fitLine, span, type Span, type Line } from "../text/line.ts";
import { count, plural } from "../text/numbers.ts";
import { v } from "../text/visible.ts";
import type { Registry } from "../tui/registry.ts";
import type { AppState } from "../tui/state/slice.ts";
import { windowSlice } from "../tui/state/window.ts";
import { deliveriesSlice } from "./deliveries/state.ts";
import { linkPart } from "./link-part.ts";
import { receiverDetails, receiverPart } from "./receiver-part.ts";
import { sessionSlice, type Session } from "./session.ts";

/** Details that a narrow terminal omits, in this order. The name, the hub and a storing error always stay. */
const leftOut = ["rate", "store", ...receiverDetails, "setAside", "receiver"] as const;
type Detail = (typeof leftOut)[number];

/** Draws the header: hub, receiver, errors of the store, store and rate. */
export function headerLine(state: AppState, registry: Registry): Line {
  const { columns } = windowSlice.get(state).size;
  for (let out = 0; out < leftOut.length; out++) {
    const missing: ReadonlySet<Detail> = new Set(leftOut.slice(0, out));
    const whole = { spans: spansOf(state, registry, (detail) => !missing.has(detail)) };
    if (lineWidth(whole) <= columns) return fitLine(whole, columns);
  }
  return fitLine({ spans: spansOf(state, registry, () => false) }, columns);
}

function spansOf(state: AppState, registry: Registry, has: (detail: Detail) => boolean): Span[] {
  const session = sessionSlice.get(state);
  const deliveries = deliveriesSlice.get(state);
  const nowMs = windowSlice.get(state).nowMs;
  const parts = [
    hubPart(session.hub, nowMs, has("moved")),
    has("receiver") ? receiverPart(session.receiver, nowMs, has, registry) : [],
    session.receiver.storing.ok ? [] : [span(v`not storing: ${session.receiver.storing.reason}`, "error")],
    has("setAside") && session.receiver.setAside.length > 0
      ? [span(v`${plural(session.receiver.setAside.length, "file")} set aside`, "warn")]
      : [],
    has("store")
      ? [span(v`${session.store} · ${plural(deliveries.total, "delivery", "deliveries")}`, "muted")]
      : [],
    has("rate") ? ratePart(deliveriesSlice.get(state).rates) : [],
  ].filter((part) => part.length > 0);
  return [span(v` hooklens `, "strong"), ...parts.flatMap((part) => [span(v`  `), ...part])];
}

function hubPart(hub: Session["hub"], nowMs: number, saysMoved: boolean): Span[] {
  const account = hub.account === null ? v`` : v` · ${hub.account}`;
  const moved =
    hub.moved === null || !saysMoved
      ? []
      : [span(v` on ${hub.moved.to} (usually ${hub.moved.from})`, "warn")];
  return [span(v`hub ${hub.name}`), ...moved, span(account), ...linkPart(hub.link, nowMs)];
}

const bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;

function ratePart(rates: readonly number[]): Span[] {
  const most = Math.max(...rates, 1);
  const last = rates.at(-1);
  if (last === undefined) return [];
  const picture = rates.map((rate) => bars[Math.round((rate / most) * (bars.length - 1))] ?? "▁").join("");
  return [span(v`${picture} ${count(last)}/s`, "accent")];
}
