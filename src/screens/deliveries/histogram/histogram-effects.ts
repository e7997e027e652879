import { coalesce } from "../../../async/coalesce.ts";
import { plural } from "../../../text/numbers.ts";
import { v } from "../../../text/visible.ts";
import { isPaneShown, paneSize } from "../../../tui/layout.ts";
import { report } from "../../../tui/report.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { navSlice } from "../../../tui/state/nav.ts";
import { shownZone } from "../../../tui/state/preferences.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { FeatureContext } from "../../context.ts";
import { deliveriesArrangement } from "../layout.ts";
import type { Jumps } from "../list/jumps.ts";
import { selectedDelivery } from "../state.ts";
import { nearestPeak } from "./buckets.ts";
import { histogramRows, shownBuckets } from "./histogram-lines.ts";
import { countedBuckets } from "./period.ts";
import { rangeTexts } from "./range-text.ts";
import { histogramLoaded, isLoaded, loadedHistogram, wantedSubject } from "./state.ts";

export interface HistogramEffects {
  /** Selects the newest delivery up to the end of the nearest peak before or after the selected one. */
  goToPeak(direction: "previous" | "next"): void;
}

/** Minimum interval between queries, in milliseconds. */
const intervalMs = 1_000;
/** A query may take this part of the time at most: counting a million deliveries is slow. */
const share = 0.1;

export function createHistogramEffects(
  { store, services, events }: FeatureContext,
  { reveal }: Jumps,
): HistogramEffects & { stop(): void } {
  const fail = (error: unknown) => report(store, error);
  let dueMs = 0;
  let timer: NodeJS.Timeout | undefined;

  const read = coalesce(async () => {
    if (!isHistogramShown(store.get())) return;
    const subject = wantedSubject(store.get());
    const { filter, period } = subject;
    const startedMs = store.nowMs();
    dueMs = startedMs + intervalMs;
    const histogram =
      period === null
        ? null
        : await services().reader.histogram({ filter, ...period, buckets: countedBuckets });
    dueMs = Math.max(dueMs, startedMs + (store.nowMs() - startedMs) / share);
    store.dispatch(histogramLoaded(subject, histogram));
  }, fail);

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
  });
  // Outcomes change without a new delivery.
  events.position.on(() => {
    if (isHistogramShown(store.get())) readSoon();
  });

  async function goToPeak(direction: "previous" | "next"): Promise<void> {
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
    const { filter } = wantedSubject(state);
    const upToEnd = {
      ...filter,
      terms: [...filter.terms, { negated: false, span: [0, 0], match: { kind: "until", atMs: peak.toMs } }],
    } as const;
    const { rows } = await services().reader.page({
      filter: upToEnd,
      from: null,
      direction: "older",
      limit: 1,
    });
    const found = rows[0];
    if (found === undefined) return;
    await reveal(found.seq);
    const [from, to] = rangeTexts(peak, shownZone(state));
    const about = loaded.histogram.exact ? v`` : v`about `;
    showMessage(
      store,
      "ok",
      v`Peak of ${about}${plural(peak.deliveries, "delivery", "deliveries")} from ${from} to ${to}`,
    );
  }

  return {
    goToPeak: (direction) => void goToPeak(direction).catch(fail),
    stop() {
      clearTimeout(timer);
      unsubscribe();
    },
  };
}

/** Returns true if the histogram is visible. */
export function isHistogramShown(state: AppState): boolean {
  return (
    navSlice.get(state).screen === deliveriesArrangement.id &&
    isPaneShown(state, deliveriesArrangement, "list") &&
    histogramRows(state, paneSize(state, deliveriesArrangement, "list")) > 0
  );
}
