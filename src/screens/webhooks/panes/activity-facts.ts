import type { WebhookActivity } from "../../../model/webhook-activity.ts";
import { type Line, line, type Span, span } from "../../../text/line.ts";
import { count, plural } from "../../../text/numbers.ts";
import { relativeTime } from "../../../text/relative-time.ts";
import { fit } from "../../../text/truncate.ts";
import { v, visible } from "../../../text/visible.ts";
import { displayWidth } from "../../../text/width.ts";
import type { Fact } from "../../../tui/components/facts.ts";
import { titledRule } from "../../../tui/components/titled-rule.ts";

/** Columns of the gauge of a quota. */
const gaugeColumns = 10;

/** Share of a quota from which on its gauge warns. */
const warnShare = 0.8;

/** Maximum events that are listed one by one. */
const maxEvents = 8;

/** Returns a webhook's sent and waiting dispatches in 24 hours, and its quota. */
export function activityFacts(activity: WebhookActivity, nowMs: number): readonly Fact[] {
  const { triggers } = activity;
  return [
    { label: "last day", value: attemptSpans(activity) },
    ...(activity.from === "hub" ? [{ label: "queue", value: queueSpans(activity, nowMs) }] : []),
    ...(triggers === null ? [] : [{ label: "quota", value: gauge(triggers) }]),
  ];
}

function attemptSpans({ hours, from }: WebhookActivity): readonly Span[] {
  const attempts = hours.reduce((sum, hour) => sum + hour.attempts, 0);
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0);
  const what = from === "hub" ? plural(attempts, "attempt") : v`${count(attempts)} received here`;
  return [span(what), ...(failed === 0 ? [] : [span(v` · ${count(failed)} failed`, "warn")])];
}

function queueSpans({ waiting, held, nextAttemptAt }: WebhookActivity, nowMs: number): readonly Span[] {
  if (held > 0) return [span(v`${count(held)} held`, "warn")];
  if (waiting === 0) return [span(v`nothing waits`, "muted")];
  const next =
    nextAttemptAt === null
      ? v``
      : v` · next ${relativeTime(Math.max(nowMs, Date.parse(nextAttemptAt)), nowMs)}`;
  return [span(v`${count(waiting)} ${waiting === 1 ? "waits" : "wait"}`), span(next, "muted")];
}

/** Draws the used part of a quota. */
function gauge({ used, limit }: { readonly used: number; readonly limit: number }): readonly Span[] {
  const share = used / Math.max(1, limit);
  const tone = share >= 1 ? "error" : share >= warnShare ? "warn" : "ok";
  const filled = Math.min(gaugeColumns, Math.floor(share * gaugeColumns));
  return [
    span(v`${"█".repeat(filled)}`, tone),
    span(v`${"░".repeat(gaugeColumns - filled)} `, "muted"),
    span(
      v`${count(used)} of ${count(limit)}${share >= 1 ? " · used up" : ""}`,
      share >= 1 ? "error" : "plain",
    ),
  ];
}

/** Draws the events that triggered a webhook in 24 hours, with bars; none without events. */
export function eventLines({ events }: WebhookActivity, width: number): readonly Line[] {
  const sorted = Object.entries(events).toSorted(([, one], [, other]) => other - one);
  if (sorted.length === 0) return [];
  const shown = sorted.slice(0, maxEvents);
  const names = shown.map(([name]) => visible(name));
  const nameColumns = Math.min(Math.floor(width / 2), Math.max(...names.map(displayWidth)));
  const [, most] = shown[0] ?? ["", 1];
  const barColumns = Math.max(1, Math.min(24, width - nameColumns - count(most).length - 2));
  const more = sorted.length - shown.length;
  return [
    line(),
    titledRule(v`events of the last day`, width),
    ...shown.map(([, n], index) =>
      line(
        span(fit(names[index] ?? v``, nameColumns)),
        span(v` ${"█".repeat(Math.max(1, Math.round((n / most) * barColumns)))}`, "accent"),
        span(v` ${count(n)}`),
      ),
    ),
    ...(more === 0 ? [] : [line(span(v`and ${plural(more, "other event")}`, "muted"))]),
  ];
}
