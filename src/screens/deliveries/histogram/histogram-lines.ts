import { failedOutcomes } from "../../../model/delivery.ts";
import type { Histogram } from "../../../store/delivery-log.ts";
import { barsOf } from "../../../text/bars.ts";
import { duration } from "../../../text/duration.ts";
import {
  blank,
  fitLine,
  line,
  type Line,
  lineWidth,
  type Span,
  span,
  type Tone,
} from "../../../text/line.ts";
import { count } from "../../../text/numbers.ts";
import { fit } from "../../../text/truncate.ts";
import { type Visible, v } from "../../../text/visible.ts";
import { shownZone } from "../../../tui/state/preferences.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { type Size, windowSlice } from "../../../tui/state/window.ts";
import { filterLabelColumns } from "../head/filter-error.ts";
import { deliveriesSlice } from "../state/deliveries.ts";
import { type Bucket, bucketsIn } from "./buckets.ts";
import { linearHistogram } from "./linear-histogram.ts";
import { outcomeKinds, numberOf } from "./outcome-kinds.ts";
import { rangeTexts } from "./range-text.ts";
import { type LoadedHistogram, loadedHistogram } from "./state.ts";

/** Rows of the bars and of the failures below. */
const rowsOfBars = 2;
/** Minimum size of the list's pane with a histogram. */
const minSize: Size = { columns: 56, rows: 24 };
const gap = v`  `;

/** Returns the rows of the histogram: none in a small pane, and while the log is empty. */
export function histogramRows(state: AppState, { columns, rows }: Size): number {
  const { total } = deliveriesSlice.get(state);
  if (total === null || total === 0) return 0;
  if (windowSlice.get(state).isLinear) return 1;
  return columns < minSize.columns || rows < minSize.rows ? 0 : rowsOfBars;
}

/** Last rows of each histogram. */
const known = new WeakMap<Histogram, { readonly key: string; readonly lines: readonly Line[] }>();

/** Draws the histogram in as many rows as `histogramRows` returns. */
export function histogramLines(state: AppState, size: Size): readonly Line[] {
  const rows = histogramRows(state, size);
  const loaded = loadedHistogram(state);
  if (rows === 0 || loaded === null) return Array.from({ length: rows }, () => blank);
  const zone = shownZone(state);
  const key = `${size.columns} ${zone} ${rows}`;
  const last = known.get(loaded.histogram);
  if (last?.key === key) return last.lines;
  const lines =
    rows === rowsOfBars ? drawnLines(loaded, size.columns, zone) : [linearHistogram(loaded, zone)];
  known.set(loaded.histogram, { key, lines });
  return lines;
}

/** Returns the bars that a width has room for. */
export function shownBuckets(state: AppState, columns: number): readonly Bucket[] {
  const loaded = loadedHistogram(state);
  return loaded === null ? [] : partsOf(loaded, columns, shownZone(state)).buckets;
}

interface Parts {
  /** Label of each row. */
  readonly labels: readonly [Visible, Visible];
  readonly labelColumns: number;
  readonly buckets: readonly Bucket[];
  readonly counts: Line;
  readonly times: Line;
}

function partsOf(loaded: LoadedHistogram, columns: number, zone: string): Parts {
  const { histogram } = loaded;
  const labels = labelsOf(loaded, zone);
  const counts = line(...joined(countSpans(histogram)));
  const times = line(...joined(timeSpans(histogram)));
  const right = Math.max(lineWidth(counts), lineWidth(times));
  const labelColumns = Math.max(filterLabelColumns, ...labels.map(({ length }) => length + gap.length + 1));
  const buckets = bucketsIn(loaded, columns - labelColumns - gap.length - right);
  return { labels, labelColumns, buckets, counts, times };
}

function drawnLines(loaded: LoadedHistogram, columns: number, zone: string): readonly Line[] {
  const { labels, labelColumns, buckets, counts, times } = partsOf(loaded, columns, zone);
  const [first, second] = labels.map((label) => span(fit(v` ${label}`, labelColumns), "muted"));
  const bars = barsOf(buckets.map(({ deliveries }) => deliveries));
  const barSpans = buckets.map((bucket, index) => ({
    ...span(v`${bars[index] ?? " "}`, toneOf(bucket)),
    click: {
      command: "deliveries.show-period",
      argument: `${bucket.fromMs} ${bucket.toMs}`,
      drags: true as const,
    },
  }));
  // Separate bars: color alone must not mark a failing bucket, and few failures must differ from many.
  const failed = span(barsOf(buckets.map(({ failures }) => failures)), "error");
  const between = buckets.length === 0 ? [] : [span(gap)];
  return [
    line(...(first === undefined ? [] : [first]), ...barSpans, ...between, ...counts.spans),
    line(...(second === undefined ? [] : [second]), failed, ...between, ...times.spans),
  ].map((whole) => fitLine(whole, columns));
}

function toneOf({ failures }: Bucket): Tone {
  return failures > 0 ? "error" : "accent";
}

/** Names the period (its length up to now, otherwise its start and end) and the row of failures. */
function labelsOf({ histogram, period }: LoadedHistogram, zone: string): Parts["labels"] {
  const failed = numberOf(histogram.buckets, failedOutcomes) === 0 ? v`` : v`failed`;
  if (period.untilNowMs !== null) return [duration(period.untilNowMs), failed];
  const [from, to] = rangeTexts(period, zone);
  return [v`${from} to`, failed === "" ? to : v`${to} ${failed}`];
}

/** Counts the deliveries by outcome; a tilde marks an estimate. */
function countSpans({ buckets, exact }: Histogram): readonly Span[] {
  const about = exact ? v`` : v`~`;
  const counted = outcomeKinds.flatMap(({ glyph, tone, outcomes }) => {
    const number = numberOf(buckets, outcomes);
    return number === 0 ? [] : [span(v`${glyph} ${about}${count(number)}`, tone)];
  });
  return counted.length === 0 ? [span(v`no deliveries`, "muted")] : counted;
}

function timeSpans({ p50Ms, p95Ms }: Histogram): readonly Span[] {
  const named: readonly (readonly [string, number | null])[] = [
    ["p50", p50Ms],
    ["p95", p95Ms],
  ];
  return named.flatMap(([name, ms]) => (ms === null ? [] : [span(v`${name} ${duration(ms)}`, "muted")]));
}

function joined(spans: readonly Span[]): readonly Span[] {
  return spans.flatMap((one, index) => (index === 0 ? [one] : [span(gap), one]));
}
