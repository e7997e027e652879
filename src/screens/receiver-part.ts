import { span, type Span } from "../text/line.ts";
import { relativeTime } from "../text/relative-time.ts";
import { truncate } from "../text/truncate.ts";
import { v, visible, type Visible } from "../text/visible.ts";
import { keyOf } from "../tui/frame/key-label.ts";
import type { Registry } from "../tui/registry.ts";
import { linkPart } from "./link-part.ts";
import type { ForwardTarget, Session } from "./session.ts";

type Receiver = Session["receiver"];

/** Details of the receiver that a narrow terminal omits, in this order. */
export const receiverDetails = [
  "localUrl",
  "hint",
  "tunnelOff",
  "end",
  "forwardPath",
  "name",
  "forwardUp",
  "age",
  "wholeUrl",
  "words",
  "forwardHost",
  "moved",
  "address",
] as const;
export type ReceiverDetail = (typeof receiverDetails)[number];

type Has = (detail: ReceiverDetail) => boolean;

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
/** Maximum columns of a shortened URL, enough to distinguish two. */
const shortUrlColumns = 28;

/**
 * Draws receiver, tunnel and forward with the details for which `has` is true. While the connection is lost,
 * the last known details are dimmed.
 */
export function receiverPart(receiver: Receiver, nowMs: number, has: Has, registry: Registry): Span[] {
  const { url, link, forward } = receiver;
  const loss = linkPart(link, nowMs);
  if (url === null) return [span(v`receiver`), ...loss];
  const parts = [
    has("address") ? addressPart(receiver, url, has) : [],
    tunnelPart(receiver, nowMs, has, registry),
    forward === null ? [] : forwardPart(forward, nowMs, has),
  ].filter((part) => part.length > 0);
  const name = has("name") || (parts.length === 0 && loss.length > 0) ? [span(v`receiver `)] : [];
  const known = [
    ...name,
    ...parts.flatMap((part, index) => (index === 0 ? part : [span(v` · `, "muted"), ...part])),
  ];
  if (link.state !== "lost") return [...known, ...loss];
  return [...known.map((one) => ({ ...one, dimmed: true })), ...loss];
}

/** Draws the receiver's URLs, and a warning if it has no secret. */
function addressPart({ publicUrl, secretSet, missedPort }: Receiver, localUrl: string, has: Has): Span[] {
  const address = (url: string) => span(has("wholeUrl") ? visible(url) : shortUrl(url), "accent");
  const open = secretSet ? [] : [span(v` open`, "warn")];
  const moved = missedPort === null || !has("moved") ? [] : [span(v` (usually ${missedPort})`, "warn")];
  if (publicUrl === null) return [address(localUrl), ...moved, ...open];
  // Next to a tunnel's URL, "open" would read as the tunnel's state.
  const toAll = secretSet || !has("words") ? open : [span(v` open to everyone`, "warn")];
  const local =
    has("localUrl") || missedPort !== null ? [address(localUrl), ...moved, span(v` · `, "muted")] : [];
  return [...local, address(publicUrl), ...toAll];
}

/** Removes the scheme and truncates the middle. */
function shortUrl(url: string): Visible {
  return truncate(visible(url.replace(/^https?:\/\//, "")), shortUrlColumns, { where: "middle" });
}

function tunnelPart(
  { tunnel, secretSet, open }: Receiver,
  nowMs: number,
  has: Has,
  registry: Registry,
): readonly Span[] {
  const state = tunnel?.state;
  switch (state?.kind) {
    case undefined:
      return [];
    case "off":
      if (!has("tunnelOff")) return [];
      return [span(v`tunnel off${has("hint") ? offHint(secretSet || open, registry) : ""}`, "muted")];
    case "opening":
      return [span(v`tunnel opening…`, "warn")];
    case "open": {
      const { sinceMs, endsAtMs } = state;
      const leftMs = endsAtMs === null ? Number.POSITIVE_INFINITY : endsAtMs - nowMs;
      const isNear = leftMs < hourMs;
      const saysEnd = isNear || (endsAtMs !== null && has("end"));
      const age = has("age") ? [span(ageText(nowMs - sinceMs), "ok")] : [];
      const end = saysEnd ? [span(v`ends ${leftText(leftMs)}`, isNear ? "warn" : "muted")] : [];
      return age.length > 0 && end.length > 0 ? [...age, span(v` · `, "muted"), ...end] : [...age, ...end];
    }
    case "reconnecting": {
      const doing = has("words") ? ", reconnecting" : "";
      return [span(v`tunnel lost ${relativeTime(state.sinceMs, nowMs)}${doing}`, "error")];
    }
    case "failed":
      return [span(v`tunnel failed`, "error")];
  }
}

function offHint(canOpen: boolean, registry: Registry): Visible {
  return canOpen ? v` · ${keyOf(registry, "tunnel.toggle")} to open` : v` (needs a secret)`;
}

/** Formats the age of an open tunnel without seconds, since the header is redrawn once a minute. */
function ageText(ms: number): Visible {
  return ms < minuteMs ? visible("new") : relativeTime(0, ms);
}

function leftText(ms: number): Visible {
  if (ms < minuteMs) return visible("now");
  return ms < hourMs ? v`in ${Math.floor(ms / minuteMs)} min` : v`in ${Math.floor(ms / hourMs)} h`;
}

function forwardPart({ target, health }: ForwardTarget, nowMs: number, has: Has): readonly Span[] {
  if (health.kind !== "down" && !has("forwardUp")) return [];
  const url = URL.parse(target);
  const path = url === null || url.pathname === "/" || !has("forwardPath") ? "" : url.pathname;
  const where = has("forwardHost") ? v`→ ${url?.host ?? target}${path} ` : v`→ `;
  const healthSpan = {
    up: span(v`✓`, "ok"),
    unknown: span(v`…`, "muted"),
    down: span(v`✗ down ${relativeTime(health.sinceMs, nowMs)}`, "error"),
  }[health.kind];
  return [span(where), healthSpan];
}
