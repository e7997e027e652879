import { sortOf } from "../../../tui/state/sorts.ts";
import type { Store } from "../../../tui/state/store.ts";
import { deliveriesSlice, firstRowsWanted, setDeliveries } from "../state/deliveries.ts";
import { isNewestFirst } from "./log-order.ts";

/**
 * Watches the order of the list and requests rows after a change: the first ones of another order, which pauses
 * following, or those around the selection in the default order. Returns a function that ends the watch.
 */
export function watchOrder(
  store: Store,
  { changed, refresh }: { changed(): void; refresh(): void },
): () => void {
  let known = sortOf(store.get(), "deliveries");
  return store.subscribe(() => {
    const state = store.get();
    const sort = sortOf(state, "deliveries");
    const isChanged = sort !== known;
    known = sort;
    const isUsual = isNewestFirst(state);
    // Only the usual order can be followed.
    const isWrong = !isUsual && deliveriesSlice.get(state).following;
    if (!isChanged && !isWrong) return;
    if (isChanged) changed();
    store.dispatch(isUsual ? setDeliveries({ loaded: false }) : firstRowsWanted());
    refresh();
  });
}
