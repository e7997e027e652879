import { redactUrl } from "../text/credential-names.ts";
import { type Line, line, type Span, span } from "../text/line.ts";
import { plural } from "../text/numbers.ts";
import { relativeTime } from "../text/relative-time.ts";
import { v } from "../text/visible.ts";
import type { ForwardTarget, Session } from "./connection-state.ts";

type Receiver = Session["receiver"];

/** Draws the rules of the forward, its target for other deliveries, and the queue. */
export function forwardLines(receiver: Receiver, nowMs: number): readonly Line[] {
  const { forward, forwardRules } = receiver;
  const rules = forwardRules.map((rule) => ruleLine(rule, nowMs));
  const others = forwardRules.length === 0 ? v`Target ` : v`other deliveries → `;
  const target = forward === null ? [span(v`none`, "muted")] : [...targetSpans(forward, nowMs)];
  return [...rules, line(span(others, "muted"), ...target), queueLine(receiver)];
}

/** Draws a rule and the health of its target. */
export function ruleLine(rule: Receiver["forwardRules"][number], nowMs: number): Line {
  return line(span(v`${rule.where} `, "accent"), span(v`→ `, "muted"), ...targetSpans(rule, nowMs));
}

function targetSpans({ target, health }: ForwardTarget, nowMs: number): readonly Span[] {
  const looks = {
    up: () => span(v` ✓`, "ok"),
    unknown: () => span(v` ◌ not reached yet`, "muted"),
    down: (reason: string) => span(v` ✗ ${reason}, ${relativeTime(health.sinceMs, nowMs)}`, "error"),
  };
  const state = health.kind === "down" ? looks.down(health.reason) : looks[health.kind]();
  return [span(v`${redactUrl(target)}`), state];
}

function queueLine({ forwardsHeld, forwardsWaiting }: Receiver): Line {
  const waiting = plural(forwardsWaiting, "delivery waits", "deliveries wait");
  if (forwardsHeld) return line(span(v`Held: nothing is sent, ${waiting}.`, "warn"));
  return line(span(forwardsWaiting === 0 ? v`None waits.` : v`${waiting} for the next attempt.`, "muted"));
}
