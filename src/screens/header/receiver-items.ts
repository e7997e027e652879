import { span, type Span } from "../../text/line.ts";
import { count, plural } from "../../text/numbers.ts";
import { relativeTime } from "../../text/relative-time.ts";
import { truncate } from "../../text/truncate.ts";
import { v, visible, type Visible } from "../../text/visible.ts";
import type { HeaderItem } from "../../tui/records/registry.ts";
import type { Session } from "../connection-state.ts";
import { linkDot } from "./link-dot.ts";

type Receiver = Session["receiver"];

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
/** Maximum columns of a shortened URL, enough to distinguish two. */
const shortUrlColumns = 28;

/** Returns receiver, tunnel and forward; dims the last known tunnel and forward after a loss. */
export function receiverItems(receiver: Receiver, nowMs: number): readonly HeaderItem[] {
  const others = [tunnelItem(receiver, nowMs), forwardItem(receiver, nowMs), handlerItem(receiver)]
    .filter((item) => item !== null)
    .map((item) => (receiver.link.state === "lost" ? dimmed(item) : item));
  return [addressItem(receiver, nowMs), ...others];
}

function dimmed({ variants, ...item }: HeaderItem): HeaderItem {
  return { ...item, variants: variants.map((spans) => spans.map((one) => ({ ...one, dimmed: true }))) };
}

/** Draws the receiver's URLs, and a warning without a secret. */
function addressItem(receiver: Receiver, nowMs: number): HeaderItem {
  const { link, url, publicUrl, missedPort, secretSet } = receiver;
  const dot = linkDot(link);
  const rank = 6;
  if (link.state === "lost") {
    const age = relativeTime(link.sinceMs, nowMs);
    const texts = [
      v` receiver${url === null ? "" : ` ${url}`} lost ${age}`,
      v` receiver lost ${age}`,
      v`${url === null ? " receiver" : portOf(url)} ${age}`,
    ];
    return { variants: texts.map((text) => [dot, span(text, "error")]), rank, isKept: true };
  }
  if (url === null) {
    const variants = [
      [dot, span(v` receiver connecting…`, "muted")],
      [dot, span(v` receiver`, "muted")],
    ];
    return { variants, rank, isKept: false };
  }
  const shown = publicUrl ?? url;
  const moved = missedPort === null ? [] : [span(v` (usually ${missedPort})`, "warn")];
  const local = publicUrl === null || missedPort !== null ? [span(v` ${url}`, "accent"), ...moved] : [];
  const tunneled = publicUrl === null ? [] : [span(v` ${publicUrl}`, "accent")];
  const secret = secretSet ? [] : [span(v` no secret`, "warn")];
  const address = publicUrl === null ? portOf(url) : v` ${shortUrl(shown)}`;
  return {
    variants: [
      [dot, span(v` receiver`), ...local, ...tunneled, ...secret],
      [dot, span(v` ${shortUrl(shown)}`, "accent"), ...(publicUrl === null ? moved : []), ...secret],
      [dot, span(address, "accent"), ...secret],
      // A receiver on the internet without a secret is never only a color.
      ...(secretSet || publicUrl !== null ? [] : [[dot, span(address, "warn")]]),
    ],
    rank,
    isKept: false,
  };
}

/** Removes the scheme and truncates the middle. */
function shortUrl(url: string): Visible {
  return truncate(visible(url.replace(/^https?:\/\//, "")), shortUrlColumns, { where: "middle" });
}

/** Returns `:7860`, or the shortened URL if it has no port. */
function portOf(url: string): Visible {
  const parsed = URL.parse(url);
  return parsed === null || parsed.port === "" ? v` ${shortUrl(url)}` : v`:${parsed.port}`;
}

/** Draws a handler whose saved version does not run, or null. */
function handlerItem({ handlers }: Receiver): HeaderItem | null {
  const broken = handlers.filter(({ error }) => error !== null);
  const [first] = broken;
  if (first === undefined) return null;
  const file = v`${first.file}${broken.length === 1 ? "" : ` +${broken.length - 1}`}`;
  const tone = first.ready ? "warn" : "error";
  const texts = [
    v`✗ ${file} broken${first.ready ? ", old version runs" : ""}`,
    v`✗ ${file} broken`,
    v`✗ handler`,
  ];
  return { variants: texts.map((text) => [span(text, tone)]), rank: 4, isKept: true };
}

/** Draws the state of a requested tunnel, or null. */
function tunnelItem({ tunnel }: Receiver, nowMs: number): HeaderItem | null {
  const state = tunnel?.state;
  const problem = (texts: readonly Visible[], tone: "warn" | "error"): HeaderItem => ({
    variants: texts.map((text) => [span(text, tone)]),
    rank: 5,
    isKept: true,
  });
  switch (state?.kind) {
    case undefined:
    case "off":
      return null;
    case "opening":
      return problem([v`◌ tunnel opening…`], "warn");
    case "open":
      return openTunnelItem(state.sinceMs, state.endsAtMs, nowMs);
    case "reconnecting": {
      const lost = v`✗ tunnel lost ${relativeTime(state.sinceMs, nowMs)}`;
      return problem([v`${lost}, reconnecting`, lost], "error");
    }
    case "failed":
      return problem([v`✗ tunnel failed`], "error");
  }
}

/** Draws the age of an open tunnel and, in the last hour, its end. */
function openTunnelItem(sinceMs: number, endsAtMs: number | null, nowMs: number): HeaderItem {
  const age = span(v`tunnel ${ageText(nowMs - sinceMs)}`, "ok");
  if (endsAtMs === null) return { variants: [[age]], rank: 1, isKept: false };
  const leftMs = endsAtMs - nowMs;
  const isNear = leftMs < hourMs;
  const end = span(v`ends ${leftText(leftMs)}`, isNear ? "warn" : "muted");
  const whole: readonly Span[] = [age, span(v` · `, "muted"), end];
  return { variants: [whole, isNear ? [end] : [age]], rank: 1, isKept: isNear };
}

/** Formats the age of an open tunnel without seconds, since the header is redrawn once a minute. */
function ageText(ms: number): Visible {
  return ms < minuteMs ? visible("new") : relativeTime(0, ms);
}

function leftText(ms: number): Visible {
  if (ms < minuteMs) return visible("now");
  return ms < hourMs ? v`in ${Math.floor(ms / minuteMs)} min` : v`in ${Math.floor(ms / hourMs)} h`;
}

/**
 * Draws the forward target with its health, or only the rules, and the waiting deliveries; null without forwarding.
 */
function forwardItem(
  { forward, forwardRules, forwardsHeld, store, ...queue }: Receiver,
  nowMs: number,
): HeaderItem | null {
  const { forwardsWaiting } = queue;
  if (forward === null && forwardRules.length === 0 && forwardsWaiting === 0) return null;
  const downRule = forwardRules.find(({ health }) => health.kind === "down");
  const health = forward?.health ?? downRule?.health ?? forwardRules[0]?.health;
  const looks = {
    up: span(v` ✓`, "ok"),
    unknown: span(v` ◌`, "muted"),
    down: span(v` ✗ down ${relativeTime(health?.sinceMs ?? nowMs, nowMs)}`, "error"),
  };
  const states = [
    ...(health === undefined ? [] : [looks[health.kind]]),
    ...(forward === null || downRule === undefined ? [] : [span(v` rule ✗`, "error")]),
    ...(forwardsHeld ? [span(v` held`, "warn")] : []),
    ...(forwardsWaiting === 0 ? [] : [span(v` · ${count(forwardsWaiting)} wait`, "warn")]),
  ];
  const places =
    forward === null ? [withoutTarget(forwardRules.length, store !== null)] : targetPlaces(forward.target);
  return {
    variants: places.map((where) => [span(v`→${where}`), ...states]),
    rank: 4,
    isKept: health?.kind === "down" || forwardsHeld,
  };
}

/** Names the rules; without rules, a waiting forward has its own target in a shared queue. */
function withoutTarget(rules: number, isShared: boolean): Visible {
  if (rules > 0) return v` ${plural(rules, "rule")}`;
  return isShared ? v` queue` : v` no target`;
}

function targetPlaces(target: string): readonly Visible[] {
  const url = URL.parse(target);
  const host = url?.host ?? target;
  const path = url === null || url.pathname === "/" ? "" : url.pathname;
  const port = url === null || url.port === "" ? v` ${host}` : v`:${url.port}`;
  return [v` ${host}${path}`, v` ${host}`, port];
}
