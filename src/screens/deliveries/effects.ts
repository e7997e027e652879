import { coalesce } from "../../async/coalesce.ts";
import { emptyFilter } from "../../model/filter.ts";
import { report } from "../../tui/report.ts";
import { navSlice } from "../../tui/state/nav.ts";
import type { FeatureContext } from "../context.ts";
import type { ReplayEffects } from "./acts/replay-form.ts";
import { createReplayEffects } from "./acts/replay-form.ts";
import { createDetailReads, type DetailReads } from "./detail/read-detail.ts";
import { watchFailures } from "./failure-signal.ts";
import { watchTypedFilter } from "./filter/typed-filter.ts";
import { deliveriesLayout } from "./layout.ts";
import { createJumps, type Jumps } from "./list/jumps.ts";
import { watchNeeds } from "./list/needs.ts";
import { pageRows } from "./list/page-rows.ts";
import { pendingRanges } from "./list/pending-ranges.ts";
import { createMarkEffects, type MarkEffects } from "./marks/mark-effects.ts";
import {
  type DeliveriesState,
  filterApplied,
  nearRowsLoaded,
  newerRowsLoaded,
  newestRowsLoaded,
  olderRowsLoaded,
  oldestRowsLoaded,
  pauseFollowing,
  rowsRefreshed,
  selectedDelivery,
  setDeliveries,
  deliveriesSlice,
} from "./state.ts";

export interface DeliveriesEffects
  extends ReplayEffects, MarkEffects, Jumps, Pick<DetailReads, "readSelected"> {
  /** Fetches the newest rows while following, otherwise the outcomes of pending rows. */
  refresh(): void;
  newest(): void;
  /** Called when the user sees the list: the next failure is signaled. */
  looked(): void;
  oldest(): void;
  toggleFollow(): void;
  /** Ends subscriptions and the timer. */
  stop(): void;
}

/** Minimum interval between counts, in milliseconds: counting a million rows is slow. */
const countIntervalMs = 1_000;

export function createDeliveriesEffects(context: FeatureContext): DeliveriesEffects {
  const { store, services, events } = context;
  const fail = (error: unknown) => report(store, error);
  const listRows = () => deliveriesLayout(store.get()).listRows;
  const detail = createDetailReads(context);
  let countDueMs = 0;
  let countTimer: NodeJS.Timeout | undefined;

  /** Updates the state once per run, so that a run draws one frame. */
  const refresh = coalesce(async () => {
    const asked = deliveriesSlice.get(store.get());
    const { reader } = services();
    const [applyRows, total, newestSeq] = await Promise.all([
      fetchRows(asked),
      reader.count(emptyFilter),
      reader.lastSeq(),
    ]);
    store.batch(() => {
      applyRows();
      const { rows, moreNewer, following } = deliveriesSlice.get(store.get());
      const firstSeq = rows[0]?.seq ?? 0;
      const isBehind = !following && newestSeq > firstSeq;
      // Rows may arrive between the queries; visible rows do not count as new.
      const lastSeq = Math.max(newestSeq, firstSeq);
      store.dispatch(setDeliveries({ total, lastSeq, moreNewer: moreNewer || isBehind }));
    });
    if (asked.filter.terms.length > 0) countSoon();
  }, fail);

  /**
   * Fetches the newest rows while following, those around the selection if those of the filter are not loaded, and
   * otherwise the outcomes of pending rows. Resolves with a function that applies them.
   */
  async function fetchRows(asked: DeliveriesState): Promise<() => void> {
    const { reader } = services();
    const { filter, following, loaded, rows, selectedSeq } = asked;
    const limit = pageRows(store.get());
    if (following || (!loaded && selectedSeq === null)) {
      const page = await reader.page({ filter, from: null, direction: "older", limit });
      // The filter may have changed, or following may have been paused, during the query.
      return () => {
        const now = deliveriesSlice.get(store.get());
        if (now.filter === filter && (now.following || !now.loaded)) store.dispatch(newestRowsLoaded(page));
      };
    }
    if (!loaded && selectedSeq !== null) {
      const [newer, older] = await Promise.all([
        reader.page({ filter, from: selectedSeq + 1, direction: "newer", limit }),
        reader.page({ filter, from: selectedSeq, direction: "older", limit }),
      ]);
      return () => {
        const now = deliveriesSlice.get(store.get());
        if (now.filter === filter && !now.loaded) store.dispatch(nearRowsLoaded(newer, older, listRows()));
      };
    }
    // Without the filter, which rows may no longer match when they have an outcome.
    const pages = await Promise.all(
      pendingRanges(rows).map(({ from, limit }) =>
        reader.page({ filter: emptyFilter, from, direction: "older", limit }),
      ),
    );
    const fresh = pages.flatMap((page) => page.rows);
    return () => fresh.length > 0 && store.dispatch(rowsRefreshed(fresh));
  }

  const countMatching = coalesce(async () => {
    const { filter } = deliveriesSlice.get(store.get());
    countDueMs = store.nowMs() + countIntervalMs;
    const matching = filter.terms.length === 0 ? null : await services().reader.count(filter);
    if (deliveriesSlice.get(store.get()).filter === filter) store.dispatch(setDeliveries({ matching }));
  }, fail);

  function countSoon() {
    if (countTimer !== undefined) return;
    countTimer = setTimeout(
      () => {
        countTimer = undefined;
        countMatching();
      },
      Math.max(0, countDueMs - store.nowMs()),
    );
  }

  function applyFilter(filter: DeliveriesState["filter"]) {
    services().reader.cancelAll();
    store.dispatch(filterApplied(filter));
    refresh();
    countMatching();
  }

  function newest() {
    store.dispatch(setDeliveries({ following: true, selectedSeq: null }));
    refresh();
  }

  const stopNeeds = watchNeeds(store, {
    older: coalesce(async () => {
      const { filter, rows } = deliveriesSlice.get(store.get());
      const last = rows.at(-1)?.seq;
      if (last === undefined) return;
      const page = await services().reader.page({
        filter,
        from: last - 1,
        direction: "older",
        limit: pageRows(store.get()),
      });
      const now = deliveriesSlice.get(store.get());
      if (now.filter === filter && now.rows.at(-1)?.seq === last)
        store.dispatch(olderRowsLoaded(page, listRows()));
    }, fail),
    newer: coalesce(async () => {
      const { filter, rows } = deliveriesSlice.get(store.get());
      const first = rows[0]?.seq;
      if (first === undefined) return;
      const page = await services().reader.page({
        filter,
        from: first + 1,
        direction: "newer",
        limit: pageRows(store.get()),
      });
      const now = deliveriesSlice.get(store.get());
      if (now.filter === filter && now.rows[0]?.seq === first)
        store.dispatch(newerRowsLoaded(page, listRows()));
    }, fail),
    detail: detail.readMissing,
  });

  events.position.on(() => {
    refresh();
    // A forward attempt changes the detail but not the outcome, so `watchNeeds` does not reload it.
    const state = store.get();
    if (navSlice.get(state).screen === "deliveries" && selectedDelivery(state)?.outcome === "pending") {
      detail.reload();
    }
  });

  const failures = watchFailures(context);
  const stopFilter = watchTypedFilter(store, applyFilter);

  return {
    refresh,
    looked: failures.looked,
    newest,
    readSelected: detail.readSelected,
    oldest() {
      const { filter } = deliveriesSlice.get(store.get());
      store.dispatch(pauseFollowing());
      services()
        .reader.page({ filter, from: null, direction: "newer", limit: pageRows(store.get()) })
        .then((page) => {
          const now = store.get();
          if (deliveriesSlice.get(now).filter !== filter || deliveriesSlice.get(now).following) return;
          store.dispatch(oldestRowsLoaded(page, deliveriesLayout(now).listRows));
        })
        .catch(fail);
    },
    toggleFollow() {
      if (deliveriesSlice.get(store.get()).following) store.dispatch(pauseFollowing());
      else newest();
    },
    ...createJumps(context),
    ...createReplayEffects(context),
    ...createMarkEffects(context),
    stop() {
      clearTimeout(countTimer);
      stopNeeds();
      failures.stop();
      stopFilter();
    },
  };
}
