import { leftOutText } from "../../../engine/replay-seqs.ts";
import { type Span, span } from "../../../text/line.ts";
import { count, plural } from "../../../text/numbers.ts";
import { type Visible, v } from "../../../text/visible.ts";
import { keySpan } from "../../../tui/frame/key-label.ts";
import type { Registry } from "../../../tui/records/registry.ts";
import { doneCount, type Work } from "../state/work.ts";

const verbs = {
  replay: { running: v`replaying`, done: v`Replayed` },
  export: { running: v`exporting`, done: v`Exported` },
} as const;

/** Formats `replaying 40 of 100`. */
export function runningText(work: Work): Visible {
  const of = work.total === null ? v`` : v` of ${count(Math.max(work.total, doneCount(work)))}`;
  return v`${verbs[work.kind].running} ${count(doneCount(work))}${of}`;
}

/** Draws the progress of running work and its key. */
export function workFoot(work: Work, registry: Registry): readonly Span[] {
  return [
    span(runningText(work), "accent"),
    ...(work.failed === 0 ? [] : [span(v` · ${count(work.failed)} failed`, "error")]),
    span(work.perSecond === 0 ? v`: ` : v` · ${rateText(work)}: `),
    keySpan(registry, "deliveries.work"),
    span(v` progress`),
  ];
}

/** Formats `9.8/s`. */
export function rateText({ perSecond }: Work): Visible {
  return perSecond < 10 ? v`${perSecond.toFixed(1)}/s` : v`${count(perSecond)}/s`;
}

/** Returns the number of deliveries that were not processed; null if it is not known. */
export function leftCount(work: Work): number | null {
  return work.total === null ? null : Math.max(0, work.total - doneCount(work));
}

/** Formats `95 ok, 5 failed, 60 left`, without the numbers that are 0. */
export function countsText(work: Work): Visible {
  const left = leftCount(work) ?? 0;
  const parts = [
    [work.ok, work.kind === "replay" ? "ok" : "written"],
    [work.failed, "failed"],
    [work.waiting, "waiting for their forward"],
    [left, work.ended === null ? "left" : work.kind === "replay" ? "not sent" : "not written"],
  ] as const;
  const known = parts.filter(([n]) => n > 0).map(([n, what]) => `${count(n)} ${what}`);
  const leftOut = leftOutText(work.leftOut);
  return v`${[...known, ...(leftOut === "" ? [] : [leftOut])].join(", ")}`;
}

/** Formats the end of the work as a sentence. */
export function endText(work: Work): string {
  const { kind, ended, where } = work;
  const done = doneCount(work);
  if (kind === "export") {
    if (ended?.error !== null && ended?.error !== undefined) return ended.error;
    if (ended?.canceled === true) return `The export was canceled; ${where} was not written.`;
    return `${verbs.export.done} ${plural(done, "delivery", "deliveries")} to ${where}`;
  }
  const counted = countsText(work);
  const counts = counted === "" ? "" : `: ${counted}`;
  const summary = `${verbs.replay.done} ${plural(done, "delivery", "deliveries")}${counts}.`;
  if (ended?.error !== null && ended?.error !== undefined) return `${summary} ${ended.error}`;
  if (ended?.canceled === true) return `Canceled. ${summary} What was sent stays.`;
  return summary;
}
