import process from "node:process";
import { coalesce } from "../../async/coalesce.ts";
import { dataDirOf } from "../../engine/directories.ts";
import { isFailure } from "../../model/delivery.ts";
import { emptyFilter } from "../../model/filter.ts";
import { report } from "../../tui/report.ts";
import { navSlice } from "../../tui/state/nav.ts";
import type { App } from "../app.ts";
import { setSavedFilters } from "../saved-filters.ts";
import { setPlace } from "./actions/copy-items.ts";
import { createDetailReads } from "./detail/read-detail.ts";
import { watchSurroundings } from "./detail/read-surroundings.ts";
import { watchHits } from "./detail/watch-hits.ts";
import { watchFailures } from "./failure-signal.ts";
import { watchTypedFilter } from "./filter/typed-filter.ts";
import { deliveriesLayout } from "./layout.ts";
import { holdBack } from "./list/held-back.ts";
import {
  arrivalsAt,
  isCurrent,
  logQuery,
  readAround,
  readPage,
  pageRows,
  rangesAround,
} from "./list/log-order.ts";
import { watchNeeds } from "./list/needs.ts";
import { watchEvents } from "./list/watch-events.ts";
import { watchHistogram } from "./list/watch-histogram.ts";
import { watchOrder } from "./list/watch-order.ts";
import { watchMarks } from "./marks/watch-marks.ts";
import type { DeliveriesRunning } from "./running.ts";
import {
  type DeliveriesState,
  filterApplied,
  logGrown,
  moveCompleted,
  nearRowsLoaded,
  newerRowsLoaded,
  newestRowsLoaded,
  olderRowsLoaded,
  oldestRowsLoaded,
  rowsRefreshed,
  selectedDelivery,
  setDeliveries,
  deliveriesSlice,
} from "./state/deliveries.ts";
import { rowFilter } from "./state/folding.ts";
import { topIndex } from "./state/window.ts";
import { createWork } from "./work/run-work.ts";

/** Minimum interval between counts, in milliseconds: counting a million rows is slow. */
const countIntervalMs = 1_000;

/** Returns true if no rows are loaded; rows may have arrived since an empty page. */
function lacksRows({ loaded, rows }: DeliveriesState): boolean {
  return !loaded || rows.length === 0;
}

/** Starts the reads of the Deliveries screen. */
export function startDeliveries(app: App): DeliveriesRunning {
  const { store, services } = app;
  // Copied commands run in the environment of the app.
  if (services.dataDir !== dataDirOf(process.env)) store.dispatch(setPlace({ dataDir: services.dataDir }));
  store.dispatch(setSavedFilters({ filters: services.savedFilters.filters }));
  const fail = (error: unknown) => report(store, error);
  const listRows = () => deliveriesLayout(store.get()).listRows;
  const detail = createDetailReads(app);
  let queries = new AbortController();
  /** Reader for one filter and order: a slow search must not delay the next. */
  const listReader = () => services.reader.canceledBy(queries.signal);
  let countDueMs = 0;
  let countTimer: NodeJS.Timeout | undefined;
  let heldTimer: NodeJS.Timeout | undefined;

  function cancelQueries(): void {
    queries.abort();
    queries = new AbortController();
  }

  /** Updates the state once per run, so that a run draws one frame. */
  const refresh = coalesce(async () => {
    const { reader } = services;
    const [applyRows, total, newestSeq] = await Promise.all([
      fetchRows(),
      reader.count(emptyFilter),
      reader.lastSeq(),
    ]);
    store.batch(() => {
      applyRows();
      store.dispatch(logGrown(newestSeq, total, arrivalsAt(store.get())));
    });
    if (deliveriesSlice.get(store.get()).filter.terms.length > 0) countSoon();
  }, fail);

  /**
   * Fetches the first rows while following, the rows around the selection if missing, otherwise the outcomes of
   * pending rows. Resolves with a function that applies them.
   */
  async function fetchRows(): Promise<() => void> {
    const reader = listReader();
    const state = store.get();
    const asked = deliveriesSlice.get(state);
    const { following, rows, selectedSeq } = asked;
    const query = logQuery(state);
    const limit = pageRows(state);
    if (following || (lacksRows(asked) && selectedSeq === null)) {
      const page = await readPage(reader, query, { edge: null, direction: "below", limit });
      // Filter and order may have changed, or following may have been paused, during the query.
      return () => {
        const now = deliveriesSlice.get(store.get());
        const { page: listed, dueMs } = following ? holdBack(page, store.nowMs()) : { page, dueMs: null };
        clearTimeout(heldTimer);
        if (dueMs !== null) heldTimer = setTimeout(refresh, dueMs);
        if (isCurrent(store.get(), query) && (now.following || lacksRows(now)))
          store.batch(() => {
            store.dispatch(newestRowsLoaded(listed));
            store.dispatch(moveCompleted(listRows()));
          });
      };
    }
    if (lacksRows(asked) && selectedSeq !== null) {
      const { above, below } = await readAround(reader, query, selectedSeq, limit);
      return () => {
        const now = deliveriesSlice.get(store.get());
        if (isCurrent(store.get(), query) && lacksRows(now))
          store.dispatch(nearRowsLoaded(above, below, listRows()));
      };
    }
    // Ignores the filter: rows may no longer match it once they have an outcome.
    const top = topIndex(asked, listRows());
    // A replay may have solved a failure.
    const failures = rows.slice(top, top + listRows()).filter((row) => isFailure(row) && !row.recovered);
    const changing = [...rows.filter(({ outcome }) => outcome === "pending"), ...failures];
    const pages = await Promise.all(
      rangesAround(changing).map(({ from, limit }) =>
        reader.page({ filter: emptyFilter, from, direction: "older", limit }),
      ),
    );
    const fresh = pages.flatMap((page) => page.rows);
    return () => fresh.length > 0 && store.dispatch(rowsRefreshed(fresh));
  }

  const countMatching = coalesce(async () => {
    const { filter } = deliveriesSlice.get(store.get());
    countDueMs = store.nowMs() + countIntervalMs;
    const matching = filter.terms.length === 0 ? null : await listReader().count(filter);
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
    cancelQueries();
    store.dispatch(filterApplied(filter));
    refresh();
    countMatching();
  }

  const readLast = coalesce(async () => {
    const query = logQuery(store.get());
    const limit = pageRows(store.get());
    try {
      const page = await readPage(listReader(), query, { edge: null, direction: "above", limit });
      const now = store.get();
      if (isCurrent(now, query) && !deliveriesSlice.get(now).following)
        store.dispatch(oldestRowsLoaded(page, listRows()));
    } finally {
      store.dispatch(setDeliveries({ lastWanted: false }));
    }
  }, fail);

  /** Reads the rows of a filter again after a user's action: some may no longer match. */
  function reloadMatches() {
    if (rowFilter(deliveriesSlice.get(store.get())).terms.length === 0) return;
    store.dispatch(setDeliveries({ loaded: false }));
    refresh();
    countMatching();
  }

  // Before `watchNeeds`, which must not read more rows of the previous order.
  const stopOrder = watchOrder(store, {
    changed() {
      cancelQueries();
      countMatching();
    },
    refresh,
  });

  let wasFollowing = true;
  const stopFollowing = store.subscribe(() => {
    const { following } = deliveriesSlice.get(store.get());
    const isResumed = following && !wasFollowing;
    wasFollowing = following;
    // Deliveries arrived while the list was paused.
    if (isResumed) refresh();
  });

  const stopNeeds = watchNeeds(store, {
    older: coalesce(async () => {
      const query = logQuery(store.get());
      const edge = deliveriesSlice.get(store.get()).rows.at(-1);
      if (edge === undefined) return;
      const limit = pageRows(store.get());
      const page = await readPage(listReader(), query, { edge, direction: "below", limit });
      const now = deliveriesSlice.get(store.get());
      if (isCurrent(store.get(), query) && now.rows.at(-1)?.seq === edge.seq)
        store.dispatch(olderRowsLoaded(page, listRows()));
    }, fail),
    newer: coalesce(async () => {
      const query = logQuery(store.get());
      const edge = deliveriesSlice.get(store.get()).rows[0];
      if (edge === undefined) return;
      const limit = pageRows(store.get());
      const page = await readPage(listReader(), query, { edge, direction: "above", limit });
      const now = deliveriesSlice.get(store.get());
      if (isCurrent(store.get(), query) && now.rows[0]?.seq === edge.seq)
        store.dispatch(newerRowsLoaded(page, listRows()));
    }, fail),
    detail: detail.readMissing,
  });

  services.events.position.on(() => {
    refresh();
    // A forward attempt changes the detail but not the outcome, so `watchNeeds` does not reload it.
    const state = store.get();
    if (navSlice.get(state).screen === "deliveries" && selectedDelivery(state)?.outcome === "pending") {
      detail.reload();
    }
  });

  const work = createWork(app, reloadMatches);
  const stopMarks = watchMarks(app);
  const stopSurroundings = watchSurroundings(app);
  const failures = watchFailures(app);
  const stopFilter = watchTypedFilter(store, applyFilter);
  const stopHits = watchHits(store);
  const stopEvents = watchEvents(app);
  const stopHistogram = watchHistogram(app, listReader);

  return {
    refresh,
    readLast,
    listReader,
    reloadMatches,
    reloadDetail: detail.reload,
    readSelected: detail.readSelected,
    looked: failures.looked,
    startWork: work.start,
    cancelWork: work.cancel,
    async stop() {
      clearTimeout(countTimer);
      clearTimeout(heldTimer);
      stopNeeds();
      stopMarks();
      stopSurroundings();
      failures.stop();
      stopFilter();
      stopHits();
      stopOrder();
      stopFollowing();
      stopEvents();
      stopHistogram();
      await work.stop();
    },
  };
}
