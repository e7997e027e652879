import { activityHours, firstHour, slowMs, type WebhookActivity } from "../model/webhook-activity.ts";
import { barsOf } from "../text/bars.ts";
import { reasonOfCode } from "../text/connection-reason.ts";
import { duration, shortAge } from "../text/duration.ts";
import { type Span, span } from "../text/line.ts";
import { count, plural, shortCount } from "../text/numbers.ts";
import { type Visible, v, visible } from "../text/visible.ts";
import { stageStyle } from "./jobs.ts";
import { printTime } from "./values.ts";

type Activity = WebhookActivity | null;

const none = span(v`—`, "muted");

/** Number of glyphs of the sparkline; each covers two hours. */
export const sparkWidth = 12;

/**
 * Draws the attempts of the last 24 hours, two hours per glyph: a bar for successes, `×` if some of the attempts failed,
 * and `✗` if at least half did.
 */
export function sparkSpan(activity: Activity, nowMs: number): Span {
  const sums = Array.from({ length: sparkWidth }, () => ({ attempts: 0, failed: 0 }));
  const first = firstHour(nowMs);
  for (const { hour, attempts, failed } of activity?.hours ?? []) {
    const sum = sums[Math.floor(((hour - first) * sparkWidth) / activityHours)];
    if (sum === undefined) continue;
    sum.attempts += attempts;
    sum.failed += failed;
  }
  const bars = barsOf(sums.map(({ attempts }) => attempts));
  const glyphs = sums.map(({ attempts, failed }, index) =>
    failed === 0 ? (attempts === 0 ? "·" : bars.charAt(index)) : failed * 2 < attempts ? "×" : "✗",
  );
  const hasFailed = sums.some(({ failed }) => failed > 0);
  return span(visible(glyphs.join("")), hasFailed ? "warn" : attemptsOf(activity) === 0 ? "muted" : "accent");
}

export function attemptsOf(activity: Activity): number {
  return activity?.hours.reduce((sum, { attempts }) => sum + attempts, 0) ?? 0;
}

export function failedOf(activity: Activity): number {
  return activity?.hours.reduce((sum, { failed }) => sum + failed, 0) ?? 0;
}

/** Describes the sparkline for a screen reader; empty without attempts. */
export function spokenAttempts(activity: Activity): Visible {
  const [attempts, failed] = [attemptsOf(activity), failedOf(activity)];
  if (attempts === 0) return v``;
  return v`${plural(attempts, "attempt")}${failed === 0 ? v`` : v`, ${count(failed)} failed`}`;
}

/** Draws the age of the last attempt and its result: `12s ⊘ 403`. */
export function lastSpan(activity: Activity, nowMs: number): Span {
  const last = activity?.last ?? null;
  if (last === null) return span(v`never`, "muted");
  const age = shortAge(nowMs - Date.parse(last.at));
  const shown = v`${(age === "" ? "now" : age).padStart(3)}`;
  const run = last.ok ? (activity?.run ?? null) : null;
  if (run !== null) {
    const { glyph, tone } = stageStyle(run.stage);
    return span(v`${shown} ${glyph} run`, tone);
  }
  return span(v`${shown} ${resultOf(last)}`, last.ok ? "ok" : "error");
}

/** Says the time and the result of the last attempt, for a screen reader. */
export function spokenLast(activity: Activity): Visible {
  const last = activity?.last ?? null;
  if (last === null) return v`never`;
  const run = last.ok ? (activity?.run ?? null) : null;
  return run !== null
    ? v`${printTime(last.at)} run ${run.stage.toLowerCase()}`
    : v`${printTime(last.at)} ${last.ok ? v`` : v`failed `}${last.status ?? reasonOfCode(last.error ?? "")}`;
}

/** Returns the duration of the last attempt, in milliseconds; null without one, and for a Job run. */
export function lastDuration(activity: Activity): number | null {
  return activity?.run === null ? (activity.last?.durationMs ?? null) : null;
}

/** Draws the duration of the last attempt. */
export function tookSpan(activity: Activity): Span {
  const durationMs = lastDuration(activity);
  return durationMs === null ? none : span(duration(durationMs), durationMs > slowMs ? "warn" : "plain");
}

function resultOf({ ok, status }: NonNullable<WebhookActivity["last"]>): Visible {
  // A run of a Job has no status.
  if (ok) return status === null ? v`✓ run` : v`✓ ${status}`;
  return v`${status === 401 || status === 403 ? "⊘" : "✗"} ${status ?? "—"}`;
}

/** Returns the share of successful attempts in the last 24 hours; null without attempts. */
export function successRate(activity: Activity): number | null {
  const attempts = attemptsOf(activity);
  return attempts === 0 ? null : 1 - failedOf(activity) / attempts;
}

/** Draws the success rate, rounded down: a failure is never 100 %. */
export function rateSpan(activity: Activity): Span {
  const rate = successRate(activity);
  return rate === null
    ? none
    : span(v`${shownPercent(rate)} %`, rate === 1 ? "ok" : rate < 0.5 ? "error" : "warn");
}

/** Rounds a rate to percent; only a rate of 1 gives 100. */
function shownPercent(rate: number): number {
  return rate < 1 ? Math.min(99, Math.round(rate * 100)) : 100;
}

export function queuedOf(activity: Activity): number | null {
  return activity === null || activity.from === "receiver" ? null : activity.waiting + activity.held;
}

/** Draws the waiting dispatches: `↻ 3` before another attempt, `3 held` while the webhook is disabled. */
export function queueSpan(activity: Activity): Span {
  if (activity === null || activity.from === "receiver") return none;
  const { waiting, held, nextAttemptAt } = activity;
  if (held > 0) return span(v`${shortCount(held)} held`, "warn");
  if (nextAttemptAt !== null) return span(v`↻ ${shortCount(waiting)}`, "warn");
  return span(shortCount(waiting), waiting === 0 ? "muted" : "plain");
}

/** Says how many dispatches wait, for a screen reader; empty if none does. */
export function spokenQueue(activity: Activity): Visible {
  if (activity === null || activity.from === "receiver") return v``;
  const { waiting, held, nextAttemptAt } = activity;
  const parts = [
    ...(waiting === 0 ? [] : [v`${count(waiting)} waiting`]),
    ...(held === 0 ? [] : [v`${count(held)} held`]),
    ...(nextAttemptAt === null ? [] : [v`next attempt ${printTime(nextAttemptAt)}`]),
  ];
  return visible(parts.join(", "));
}

const gaugeWidth = 4;

/** Share at which the quota is nearly used up. */
const nearlyUsed = 0.8;

/** Draws the triggers counted toward the quota: `▰▰▱▱ 512`. */
export function quotaSpan(activity: Activity): Span {
  const triggers = activity?.triggers ?? null;
  if (triggers === null) return none;
  const { used, limit } = triggers;
  const filled = Math.min(gaugeWidth, Math.floor((used / limit) * gaugeWidth));
  const text = v`${"▰".repeat(filled)}${"▱".repeat(gaugeWidth - filled)} ${shortCount(used)}`;
  return span(text, used >= limit ? "error" : used >= limit * nearlyUsed ? "warn" : "muted");
}

/** Describes the use of the quota, for a screen reader and the facts: `512 of 1,000`; empty if unknown. */
export function spokenQuota(activity: Activity): Visible {
  const triggers = activity?.triggers ?? null;
  return triggers === null ? v`` : v`${count(triggers.used)} of ${count(triggers.limit)}`;
}
