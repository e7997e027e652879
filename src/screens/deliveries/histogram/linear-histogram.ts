import { duration } from "../../../text/duration.ts";
import { type Line, span } from "../../../text/line.ts";
import { count } from "../../../text/numbers.ts";
import { type Visible, v, visible } from "../../../text/visible.ts";
import { bucketsIn } from "./buckets.ts";
import { numberOf, outcomeKinds } from "./outcome-kinds.ts";
import { countedBuckets } from "./period.ts";
import { rangeTexts } from "./range-text.ts";
import type { LoadedHistogram } from "./state.ts";

/** Describes the histogram in a sentence for a screen reader, which reads it with the whole screen only. */
export function linearHistogram(loaded: LoadedHistogram, zone: string): Line {
  const { histogram, period } = loaded;
  const about = histogram.exact ? v`` : v`about `;
  const counts = outcomeKinds.flatMap(({ word, outcomes }) => {
    const number = numberOf(histogram.buckets, outcomes);
    return number === 0 ? [] : [v`${about}${count(number)} ${word}`];
  });
  const { p50Ms, p95Ms } = histogram;
  const times = p50Ms === null || p95Ms === null ? [] : [v`p50 ${duration(p50Ms)}, p95 ${duration(p95Ms)}`];
  const [from, to] = rangeTexts(period, zone);
  const range = period.untilNowMs === null ? v`${from} to ${to}` : v`Last ${duration(period.untilNowMs)}`;
  const parts = [
    counts.length === 0 ? v`no deliveries` : visible(counts.join(", ")),
    ...times,
    ...peakOf(loaded, zone),
  ];
  return { spans: [span(v`${range}: ${parts.join("; ")}.`)], role: "row" };
}

function peakOf(loaded: LoadedHistogram, zone: string): readonly Visible[] {
  const buckets = bucketsIn(loaded, countedBuckets);
  const most = buckets.reduce((one, other) => (other.deliveries > one.deliveries ? other : one));
  if (most.deliveries === 0) return [];
  const [from, to] = rangeTexts(most, zone);
  return [v`most, ${count(most.deliveries)}, from ${from} to ${to}`];
}
