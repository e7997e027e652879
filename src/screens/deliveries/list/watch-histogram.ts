import { coalesce } from "../../../async/coalesce.ts";
import type { Filter, FilterTerm } from "../../../model/filter.ts";
import type { DeliveryReader } from "../../../store/delivery-log.ts";
import { plural } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { isPaneShown, paneSize } from "../../../tui/layout.ts";
import { isCanceled, report } from "../../../tui/report.ts";
import { messagesSlice, showMessage, topicEnded } from "../../../tui/state/messages.ts";
import { navSlice } from "../../../tui/state/nav.ts";
import { shownZone } from "../../../tui/state/preferences.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { windowSlice } from "../../../tui/state/window.ts";
import type { App } from "../../app.ts";
import { nearestPeak } from "../histogram/buckets.ts";
import { histogramRows, shownBuckets } from "../histogram/histogram-lines.ts";
import { countedBuckets, hourMs, isUntimed } from "../histogram/period.ts";
import { rangeTexts } from "../histogram/range-text.ts";
import { histogramLoaded, isLoaded, loadedHistogram, wantedSubject } from "../histogram/state.ts";
import { deliveriesArrangement } from "../layout.ts";
import type { DeliveriesApp } from "../running.ts";
import { deliveriesSlice, selectedDelivery } from "../state/deliveries.ts";
import { rowFilter } from "../state/folding.ts";
import { reveal } from "./jumps.ts";

/** Topic of the message about a peak, before the seq of its delivery. */
const peakTopic = "peak ";
/** Minimum interval between queries, in milliseconds. */
const intervalMs = 1_000;
/** A query may take this part of the time at most: counting a million deliveries is slow. */
const share = 0.1;

/**
 * Reads the histogram while it is visible. Returns a function that ends the reads.
 * @param reader returns the reader for queries that end with the filter and the order of the list
 */
export function watchHistogram(
  { store, services: { events } }: App,
  reader: () => DeliveryReader,
): () => void {
  const fail = (error: unknown) => report(store, error);
  let dueMs = 0;
  let timer: NodeJS.Timeout | undefined;

  const read = coalesce(
    async () => {
      if (!isHistogramShown(store.get())) return;
      const state = store.get();
      const startedMs = store.nowMs();
      dueMs = startedMs + intervalMs;
      const subject = wantedSubject(state, await oldestOfHour(state));
      const { filter, period } = subject;
      const histogram =
        period === null ? null : await reader().histogram({ filter, ...period, buckets: countedBuckets });
      dueMs = Math.max(dueMs, startedMs + (store.nowMs() - startedMs) / share);
      store.dispatch(histogramLoaded(subject, histogram));
      // Another filter or order cancels the query, whose result may still be needed.
    },
    (error) => (isCanceled(error) ? readSoon() : fail(error)),
  );

  /** Returns the time of the oldest match of the last hour, contained in the default period. */
  async function oldestOfHour(state: AppState): Promise<number | null> {
    const { filter } = deliveriesSlice.get(state);
    if (!isUntimed(filter)) return null;
    const atMs = windowSlice.get(state).nowMs - hourMs;
    const { rows } = await reader().page({
      filter: withTerm(filter, { kind: "since", atMs }),
      from: null,
      direction: "newer",
      limit: 1,
    });
    return rows[0] === undefined ? null : Date.parse(rows[0].receivedAt);
  }

  function readSoon(): void {
    timer ??= setTimeout(
      () => {
        timer = undefined;
        read();
      },
      Math.max(0, dueMs - store.nowMs()),
    );
  }

  const unsubscribe = store.subscribe(() => {
    const state = store.get();
    if (isHistogramShown(state) && !isLoaded(state, wantedSubject(state))) readSoon();
    forgetPeaks(state);
  });

  /** Removes the message about a peak whose delivery is no longer selected. */
  function forgetPeaks(state: AppState): void {
    const selected = selectedDelivery(state);
    for (const { topic } of messagesSlice.get(state).toasts) {
      if (topic?.startsWith(peakTopic) && topic !== `${peakTopic}${selected?.seq}`)
        store.dispatch(topicEnded(topic));
    }
  }

  // Outcomes change without a new delivery.
  events.position.on(() => {
    if (isHistogramShown(store.get())) readSoon();
  });

  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

/** Selects the newest delivery up to the end of the nearest peak before or after the selected one. */
export async function goToPeak(app: DeliveriesApp, direction: "previous" | "next"): Promise<void> {
  const { store, running } = app;
  const state = store.get();
  const selected = selectedDelivery(state);
  const loaded = loadedHistogram(state);
  if (selected === null || loaded === null) return;
  const { columns } = paneSize(state, deliveriesArrangement, "list");
  const buckets = shownBuckets(state, columns);
  const peak = nearestPeak(buckets, Date.parse(selected.receivedAt), direction);
  if (peak === null) {
    showMessage(store, "warn", `No ${direction} peak in the histogram.`);
    return;
  }
  const filter = rowFilter(deliveriesSlice.get(state));
  const { rows } = await running.listReader().page({
    filter: withTerm(filter, { kind: "until", atMs: peak.toMs }),
    from: null,
    direction: "older",
    limit: 1,
  });
  const found = rows[0];
  if (found === undefined) return;
  await reveal(app, found.seq);
  const [from, to] = rangeTexts(peak, shownZone(state));
  const about = loaded.histogram.exact ? v`` : v`about `;
  showMessage(
    store,
    "ok",
    v`Peak of ${about}${plural(peak.deliveries, "delivery", "deliveries")} from ${from} to ${to}`,
    { topic: `${peakTopic}${found.seq}` },
  );
}

function withTerm(filter: Filter, match: FilterTerm["match"]): Filter {
  return { ...filter, terms: [...filter.terms, { negated: false, span: [0, 0], match }] };
}

/** Returns true if the histogram is visible. */
export function isHistogramShown(state: AppState): boolean {
  return (
    navSlice.get(state).screen === deliveriesArrangement.id &&
    isPaneShown(state, deliveriesArrangement, "list") &&
    histogramRows(state, paneSize(state, deliveriesArrangement, "list")) > 0
  );
}
