import type { Filter } from "../../../model/filter.ts";
import type { Histogram } from "../../../store/delivery-log.ts";
import { type AppState, createSlice } from "../../../tui/state/slice.ts";
import { windowSlice } from "../../../tui/state/window.ts";
import { deliveriesSlice } from "../state/deliveries.ts";
import { type Period, periodOf } from "./period.ts";

/** Deliveries that a histogram counts. */
export interface HistogramSubject {
  readonly filter: Filter;
  /** Null if the times of the filter allow none. */
  readonly period: Period | null;
  /** Newest seq of the log. */
  readonly lastSeq: number;
  /** Time of the oldest match of the last hour, in milliseconds since 1970; null if none is known. */
  readonly oldestMs: number | null;
}

export interface HistogramState {
  readonly subject: HistogramSubject | null;
  /** Counts of the subject; null without a period. */
  readonly histogram: Histogram | null;
}

const initialHistogram: HistogramState = { subject: null, histogram: null };

/** Histogram of the list of deliveries. */
export const histogramSlice = createSlice("deliveryHistogram", initialHistogram, {
  histogramLoaded: (_, subject: HistogramSubject, histogram: Histogram | null): HistogramState => ({
    subject,
    histogram,
  }),
});
export const { histogramLoaded } = histogramSlice.actions;

/**
 * Returns the present query of the histogram.
 * @param oldestMs by default the last known one
 */
export function wantedSubject(
  state: AppState,
  oldestMs: number | null = knownOldestMs(state),
): HistogramSubject {
  const { filter, lastSeq } = deliveriesSlice.get(state);
  return { filter, period: periodOf(filter, windowSlice.get(state).nowMs, oldestMs), lastSeq, oldestMs };
}

function knownOldestMs(state: AppState): number | null {
  const { subject } = histogramSlice.get(state);
  return subject?.filter === deliveriesSlice.get(state).filter ? subject.oldestMs : null;
}

/** Returns true if the loaded histogram counts the subject. */
export function isLoaded(state: AppState, { filter, period, lastSeq }: HistogramSubject): boolean {
  const { subject } = histogramSlice.get(state);
  return (
    subject?.filter === filter &&
    subject.lastSeq === lastSeq &&
    subject.period?.fromMs === period?.fromMs &&
    subject.period?.toMs === period?.toMs
  );
}

/** Histogram with its period. */
export interface LoadedHistogram {
  readonly histogram: Histogram;
  readonly period: Period;
}

/** Returns the last histogram of the filter; null if there is none. */
export function loadedHistogram(state: AppState): LoadedHistogram | null {
  const { subject, histogram } = histogramSlice.get(state);
  const isOfFilter = subject?.filter === deliveriesSlice.get(state).filter;
  return !isOfFilter || histogram === null || subject.period === null
    ? null
    : { histogram, period: subject.period };
}
