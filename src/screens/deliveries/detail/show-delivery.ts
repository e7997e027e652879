import type { Filter } from "../../../model/filter.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import type { App } from "../../app.ts";
import { findDelivery } from "../compare/find-delivery.ts";
import { deliveriesLayout } from "../layout.ts";
import { reveal } from "../list/jumps.ts";
import type { DeliveriesApp } from "../running.ts";
import {
  deliveriesSlice,
  filterReplaced,
  pauseFollowing,
  selectIndex,
  setDeliveries,
} from "../state/deliveries.ts";
import { rowFilter } from "../state/folding.ts";
import { selectedIndex } from "../state/window.ts";

/** Selects the next row of the list in a direction. */
export function showNeighbor({ store }: App, direction: "newer" | "older"): void {
  const state = deliveriesSlice.get(store.get());
  const index = selectedIndex(state) + state.ahead + (direction === "newer" ? -1 : 1);
  const isKnown = index >= 0 && index < state.rows.length;
  const hasMore = direction === "newer" ? state.moreAbove : state.moreBelow;
  if (isKnown || hasMore) {
    store.dispatch(selectIndex(index, deliveriesLayout(store.get()).listRows));
  } else {
    showMessage(store, "warn", `No ${direction} delivery in the list.`);
  }
}

/**
 * Selects a delivery. Clears a filter that it does not match; a try that is folded away is shown with the other tries of
 * its event.
 */
export async function showDelivery(app: DeliveriesApp, seq: number): Promise<void> {
  const { store, services } = app;
  store.dispatch(pauseFollowing());
  if (await isIn(app, rowFilter(deliveriesSlice.get(store.get())), seq)) return reveal(app, seq);
  const delivery = await findDelivery(services.reader, seq);
  if (delivery === null) {
    showMessage(store, "warn", `Delivery #${seq} is no longer in the log.`);
    return;
  }
  const isFoldedAway = deliveriesSlice.get(store.get()).isFolded && delivery.latestTry !== seq;
  const filter = isFoldedAway ? await filterOfTries(app, seq) : "";
  store.batch(() => {
    store.dispatch(setDeliveries({ selectedSeq: seq }));
    store.dispatch(filterReplaced(filter));
  });
  showMessage(
    store,
    "ok",
    isFoldedAway
      ? `Filtered by the ${delivery.tries} tries of the event of #${seq}.`
      : `Cleared the filter: #${seq} does not match it.`,
  );
}

/** Returns the filter of the tries of a delivery's event. */
async function filterOfTries({ services }: App, seq: number): Promise<string> {
  const { tries } = await services.reader.related(seq);
  const seqs = new Set([seq, ...tries.map((one) => one.seq)]);
  return `seq:${[...seqs].toSorted((one, other) => one - other).join("|")}`;
}

async function isIn({ services }: App, filter: Filter, seq: number): Promise<boolean> {
  const { rows } = await services.reader.page({ filter, from: seq, direction: "older", limit: 1 });
  return rows[0]?.seq === seq;
}
