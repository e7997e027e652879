import { emptyFilter, type Filter } from "../../../model/filter.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import type { App } from "../../app.ts";
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

/** Selects a delivery; clears a filter that it does not match. */
export async function showDelivery(app: DeliveriesApp, seq: number): Promise<void> {
  const { store } = app;
  const { filter } = deliveriesSlice.get(store.get());
  store.dispatch(pauseFollowing());
  if (await isIn(app, filter, seq)) {
    await reveal(app, seq);
  } else if (await isIn(app, emptyFilter, seq)) {
    store.batch(() => {
      store.dispatch(setDeliveries({ selectedSeq: seq }));
      store.dispatch(filterReplaced(""));
    });
    showMessage(store, "ok", `Cleared the filter: #${seq} does not match it.`);
  } else {
    showMessage(store, "warn", `Delivery #${seq} is no longer in the log.`);
  }
}

async function isIn({ services }: App, filter: Filter, seq: number): Promise<boolean> {
  const { rows } = await services.reader.page({ filter, from: seq, direction: "older", limit: 1 });
  return rows[0]?.seq === seq;
}
