import { type Delivery, isFailure } from "../../model/delivery.ts";
import { v } from "../../text/visible.ts";
import { preferencesSlice } from "../../tui/state/preferences.ts";
import type { App } from "../app.ts";
import { deliveriesSlice, type DeliveriesState } from "./state/deliveries.ts";

/** Minimum interval between signals, in milliseconds: failures and successes may alternate quickly. */
const intervalMs = 5_000;

export interface FailureSignal {
  /** Makes the next failure a first one: the user has looked. */
  looked(): void;
  stop(): void;
}

/**
 * Signals the first failed delivery while following, as configured. The next signal requires a success, a pause of
 * the list or a visit to its screen.
 */
export function watchFailures({ store, terminal }: Pick<App, "store" | "terminal">): FailureSignal {
  /** Only failures after this seq are new; null until the first page is loaded. */
  let afterSeq: number | null = null;
  let signaledSeq: number | null = null;
  let lastMs = Number.NEGATIVE_INFINITY;
  let knownRows: DeliveriesState["rows"] = [];

  function looked(): void {
    const { loaded, lastSeq } = deliveriesSlice.get(store.get());
    afterSeq = loaded ? lastSeq : null;
    signaledSeq = null;
    lastMs = Number.NEGATIVE_INFINITY;
  }

  const unsubscribe = store.subscribe(() => {
    const { notify } = preferencesSlice.get(store.get());
    const { rows, following, loaded } = deliveriesSlice.get(store.get());
    if (notify === "off" || !loaded || rows === knownRows) return;
    knownRows = rows;
    if (!following || afterSeq === null) {
      looked();
      return;
    }
    if (signaledSeq !== null) {
      const success = newestAfter(rows, signaledSeq, (row) => isSettled(row) && !isFailure(row));
      if (success === undefined) return;
      afterSeq = success.seq;
      signaledSeq = null;
    }
    const failure = newestAfter(rows, afterSeq, isFailure);
    if (failure === undefined || store.nowMs() - lastMs < intervalMs) return;
    signaledSeq = failure.seq;
    lastMs = store.nowMs();
    terminal.notify(notify, textOf(failure));
  });

  return { looked, stop: unsubscribe };
}

function newestAfter(
  rows: readonly Delivery[],
  seq: number,
  matches: (row: Delivery) => boolean,
): Delivery | undefined {
  const found = rows.find(matches);
  return found !== undefined && found.seq > seq ? found : undefined;
}

function isSettled({ outcome }: Delivery): boolean {
  return outcome !== "pending";
}

function textOf({ seq, repo, event, reason, status }: Delivery) {
  const about = repo === null ? "" : ` of ${repo.name}`;
  const what = event === null ? "" : ` (${event.scope} ${event.action})`;
  return v`Delivery ${seq}${about}${what} failed: ${reason ?? (status === null ? "no response" : `HTTP ${status}`)}`;
}
