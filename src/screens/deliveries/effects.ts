import { coalesce } from "../../async/coalesce.ts";
import { isHooklensError } from "../../model/errors.ts";
import { parseFilter } from "../../model/filter-parse.ts";
import { emptyFilter } from "../../model/filter.ts";
import { isCanceled, report } from "../../tui/report.ts";
import { showMessage } from "../../tui/state/messages.ts";
import { navSlice } from "../../tui/state/nav.ts";
import type { FeatureContext } from "../context.ts";
import { watchFailures } from "./failure-signal.ts";
import { deliveriesLayout } from "./layout.ts";
import { detailKey, isDetailMissing, watchNeeds } from "./needs.ts";
import { pendingRanges } from "./pending-ranges.ts";
import type { ReplayEffects } from "./replay-form.ts";
import { createReplayEffects } from "./replay-form.ts";
import {
  type DeliveriesState,
  newerRowsLoaded,
  newestRowsLoaded,
  olderRowsLoaded,
  oldestRowsLoaded,
  pauseFollowing,
  rowsRefreshed,
  selectedDelivery,
  selectIndex,
  windowRows,
  setDeliveries,
  deliveriesSlice,
} from "./state.ts";

export interface DeliveriesEffects extends ReplayEffects {
  /** Fetches the newest rows while following, otherwise the outcomes of pending rows. */
  refresh(): void;
  newest(): void;
  /** Called when the user sees the list: the next failure is signaled. */
  looked(): void;
  /** Reads the detail of the selected delivery, unless it is known. */
  readSelected(): Promise<void>;
  oldest(): void;
  toggleFollow(): void;
  /** Selects the next older failure that matches the filter, loaded or not. */
  nextFailure(): void;
  /** Selects the next older or newer delivery of the same webhook that matches the filter. */
  sameWebhook(direction: "older" | "newer"): void;
  /** Ends subscriptions and the timer. */
  stop(): void;
}

/** Number of rows fetched beyond a screenful, so that paging does not wait. */
const margin = 100;
/** Minimum interval between counts, in milliseconds: counting a million rows is slow. */
const countIntervalMs = 1_000;
/** Time without a key after which a typed filter is applied, in milliseconds. */
const typingMs = 100;

export function createDeliveriesEffects(context: FeatureContext): DeliveriesEffects {
  const { store, services, events } = context;
  const fail = (error: unknown) => report(store, error);
  const listRows = () => deliveriesLayout(store.get()).listRows;
  const pageRows = () =>
    listRows() + margin + Math.min(Math.abs(deliveriesSlice.get(store.get()).ahead), windowRows);
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
   * Fetches the newest rows while following or before the first page is loaded, otherwise the outcomes of
   * pending rows. Resolves with a function that applies them.
   */
  async function fetchRows({ filter, following, loaded, rows }: DeliveriesState): Promise<() => void> {
    const { reader } = services();
    if (following || !loaded) {
      const page = await reader.page({ filter, from: null, direction: "older", limit: pageRows() });
      // The filter may have changed, or following may have been paused, during the query.
      return () => {
        const now = deliveriesSlice.get(store.get());
        if (now.filter === filter && (now.following || !now.loaded)) store.dispatch(newestRowsLoaded(page));
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

  async function jump(direction: "older" | "newer", text: string, none: string) {
    const { reader } = services();
    const state = store.get();
    const selected = selectedDelivery(state);
    if (selected === null) return;
    // With the filter of the list, the result is one of its rows.
    const filter = parseFilter(`${deliveriesSlice.get(state).filter.text} ${text}`, store.nowMs());
    const from = direction === "older" ? selected.seq - 1 : selected.seq + 1;
    const found = (await reader.page({ filter, from, direction, limit: 1 })).rows[0];
    if (found === undefined) {
      showMessage(store, "warn", none);
      return;
    }
    await reveal(found.seq);
  }

  /** Selects a row. If it is not loaded, replaces the rows with a page that starts at it. */
  async function reveal(seq: number) {
    const known = deliveriesSlice.get(store.get()).rows.findIndex((row) => row.seq === seq);
    if (known === -1) {
      const { filter } = deliveriesSlice.get(store.get());
      const page = await services().reader.page({ filter, from: seq, direction: "older", limit: pageRows() });
      store.dispatch(
        setDeliveries({
          rows: page.rows,
          moreOlder: page.more,
          moreNewer: true,
          topSeq: seq,
          selectedSeq: seq,
        }),
      );
    }
    const index = deliveriesSlice.get(store.get()).rows.findIndex((row) => row.seq === seq);
    store.dispatch(selectIndex(Math.max(0, index), listRows()));
  }

  function applyFilter(filter: DeliveriesState["filter"]) {
    services().reader.cancelAll();
    store.dispatch(
      setDeliveries({
        filter,
        filterError: null,
        loaded: false,
        matching: null,
        following: true,
      }),
    );
    refresh();
    countMatching();
  }

  function newest() {
    store.dispatch(setDeliveries({ following: true, selectedSeq: null }));
    refresh();
  }

  const detail = coalesce(
    readDetail,
    // A new filter cancels all queries, including this one, whose result is still needed.
    (error) => (isCanceled(error) ? detail() : fail(error)),
  );

  async function readDetail(): Promise<void> {
    const row = selectedDelivery(store.get());
    const detailOf = detailKey(row);
    try {
      const detail = row === null ? null : await services().reader.get(row.seq);
      store.dispatch(setDeliveries({ detail, detailOf }));
    } catch (error) {
      // A failed query is not repeated until another row is selected.
      if (!isCanceled(error)) store.dispatch(setDeliveries({ detailOf }));
      throw error;
    }
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
        limit: pageRows(),
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
        limit: pageRows(),
      });
      const now = deliveriesSlice.get(store.get());
      if (now.filter === filter && now.rows[0]?.seq === first)
        store.dispatch(newerRowsLoaded(page, listRows()));
    }, fail),
    detail: coalesce(
      async () => {
        if (isDetailMissing(store.get())) await readDetail();
      },
      (error) => (isCanceled(error) ? detail() : fail(error)),
    ),
  });

  events.position.on(() => {
    refresh();
    // A forward attempt changes the detail but not the outcome, so `watchNeeds` does not reload it.
    const state = store.get();
    if (navSlice.get(state).screen === "deliveries" && selectedDelivery(state)?.outcome === "pending") {
      detail();
    }
  });

  const failures = watchFailures(context);
  let knownField = deliveriesSlice.get(store.get()).field;
  let typing: NodeJS.Timeout | undefined;
  const stopFilter = store.subscribe(() => {
    const { field, editingFilter } = deliveriesSlice.get(store.get());
    if (field !== knownField) {
      knownField = field;
      clearTimeout(typing);
      typing = setTimeout(applyTyped, typingMs);
    }
    if (!editingFilter && typing !== undefined) applyTyped();
  });

  function applyTyped(): void {
    clearTimeout(typing);
    typing = undefined;
    applyField(knownField.value);
  }

  /** Applies the text as the filter if it is valid, otherwise stores its error. */
  function applyField(text: string): void {
    const { filter, filterError } = deliveriesSlice.get(store.get());
    if (text.trim() === filter.text) {
      if (filterError !== null) store.dispatch(setDeliveries({ filterError: null }));
      return;
    }
    try {
      applyFilter(parseFilter(text, store.nowMs()));
    } catch (error) {
      if (!isHooklensError(error) || !("span" in error)) throw error;
      const span = error.span as readonly [number, number];
      store.dispatch(setDeliveries({ filterError: { message: error.message, span } }));
    }
  }

  return {
    refresh,
    looked: failures.looked,
    newest,
    async readSelected() {
      const state = store.get();
      if (deliveriesSlice.get(state).detail?.seq !== selectedDelivery(state)?.seq) await readDetail();
    },
    oldest() {
      const { filter } = deliveriesSlice.get(store.get());
      store.dispatch(pauseFollowing());
      services()
        .reader.page({ filter, from: null, direction: "newer", limit: pageRows() })
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
    nextFailure() {
      jump("older", "is:failed", "No older failure.").catch(fail);
    },
    sameWebhook(direction) {
      const id = selectedDelivery(store.get())?.webhookId;
      if (id === null || id === undefined) return;
      jump(direction, `webhook:"${id}"`, `No ${direction} delivery of this webhook.`).catch(fail);
    },
    ...createReplayEffects(context),
    stop() {
      clearTimeout(countTimer);
      clearTimeout(typing);
      stopNeeds();
      failures.stop();
      stopFilter();
    },
  };
}
