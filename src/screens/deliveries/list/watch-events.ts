import { emptyFilter } from "../../../model/filter.ts";
import { report } from "../../../tui/report.ts";
import { navSlice } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { App } from "../../app.ts";
import { deliveriesArrangement } from "../layout.ts";
import { deliveriesSlice, setDeliveries } from "../state/deliveries.ts";

/** Minimum interval between counts, in milliseconds. */
const intervalMs = 1_000;
/** A count may take this part of the time at most. */
const share = 0.1;

/**
 * Counts the events of the log after each change, while the list is shown without a filter. Returns a function that
 * ends the counts.
 */
export function watchEvents({ store, services: { events, reader } }: App): () => void {
  let isStale = true;
  let isStopped = false;
  let dueMs = 0;
  /** Set until the count that it starts ends. */
  let timer: NodeJS.Timeout | undefined;

  async function count(): Promise<void> {
    isStale = false;
    const startedMs = store.nowMs();
    try {
      const counts = await reader.events(emptyFilter);
      store.dispatch(setDeliveries({ events: counts }));
    } catch (error) {
      report(store, error);
    }
    dueMs = startedMs + Math.max(intervalMs, (store.nowMs() - startedMs) / share);
    timer = undefined;
    countSoon();
  }

  function countSoon(): void {
    if (!isStale || isStopped || !isShown(store.get())) return;
    timer ??= setTimeout(() => void count(), Math.max(0, dueMs - store.nowMs()));
  }

  const unsubscribe = store.subscribe(countSoon);
  events.position.on(() => {
    isStale = true;
    countSoon();
  });
  return () => {
    isStopped = true;
    clearTimeout(timer);
    unsubscribe();
  };
}

function isShown(state: AppState): boolean {
  return (
    navSlice.get(state).screen === deliveriesArrangement.id &&
    deliveriesSlice.get(state).filter.terms.length === 0
  );
}
