import type { AppState } from "../../app/state/app-state.ts";
import type { Link } from "../../app/state/session.ts";
import type { Line, Span } from "../../text/line.ts";
import { fitLine, lineWidth, span } from "../../text/line.ts";
import { count, plural } from "../../text/numbers.ts";
import { relativeTime } from "../../text/relative-time.ts";
import { v } from "../../text/visible.ts";

/** Hub and account · receiver · store · what comes in; parts are left out from the right of this list as the window narrows. */
export function headerLine(state: AppState): Line {
  const { session, deliveries, nowMs, size } = state;
  const name = span(v` hooklens `, "strong");
  const parts = [
    hubPart(session.hub, nowMs),
    receiverPart(session.receiver, nowMs),
    [span(v`${session.store} · ${plural(deliveries.total, "delivery", "deliveries")}`, "muted")],
    ratePart(session.rates),
  ].filter((part) => part.length > 0);
  for (let kept = parts.length; kept > 1; kept--) {
    const spans = [name, ...parts.slice(0, kept).flatMap((part) => [span(v`  `), ...part])];
    if (lineWidth({ spans }) <= size.columns) return fitLine({ spans }, size.columns);
  }
  return fitLine({ spans: [name, span(v` `), ...(parts[0] ?? [])] }, size.columns);
}

function hubPart(hub: AppState["session"]["hub"], nowMs: number): Span[] {
  const account = hub.account === null ? v`` : v` · ${hub.account}`;
  return [span(v`hub ${hub.name}${account}`), ...linkPart(hub.link, nowMs)];
}

function receiverPart(receiver: AppState["session"]["receiver"], nowMs: number): Span[] {
  const { url, link, secretSet } = receiver;
  if (url === null) return [span(v`receiver`), ...linkPart(link, nowMs)];
  const open = secretSet ? [] : [span(v` open`, "warn")];
  return [span(v`receiver `), span(v`${url}`, "accent"), ...open, ...linkPart(link, nowMs)];
}

function linkPart(link: Link, nowMs: number): Span[] {
  switch (link.state) {
    case "up":
      return [];
    case "connecting":
      return [span(v` connecting…`, "muted")];
    case "lost":
      return [span(v` ✗ lost ${relativeTime(link.sinceMs, nowMs)}`, "error")];
  }
}

const bars = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"] as const;

function ratePart(rates: readonly number[]): Span[] {
  const most = Math.max(...rates, 1);
  const last = rates.at(-1);
  if (last === undefined) return [];
  const picture = rates.map((rate) => bars[Math.round((rate / most) * (bars.length - 1))] ?? "▁").join("");
  return [span(v`${picture} ${count(last)}/s`, "accent")];
}
