import type { Delivery } from "../../../model/delivery.ts";
import { navSlice } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { Store } from "../../../tui/state/store.ts";
import { deliveriesLayout, isDetailShown } from "../layout.ts";
import { selectedDelivery, deliveriesSlice } from "../state/deliveries.ts";
import { selectedIndex } from "../state/window.ts";

/** Loaders of missing data. Each may be called during its own run, but runs only once at a time. */
export interface Loaders {
  older(): void;
  newer(): void;
  detail(): void;
}

/**
 * Watches the state and calls the loaders of missing data: rows when the selection nears an end of the window, and
 * the detail of the selected row. Returns a function that ends the watch.
 */
export function watchNeeds(store: Store, loaders: Loaders): () => void {
  return store.subscribe(() => {
    const state = store.get();
    if (navSlice.get(state).screen !== "deliveries") return;
    const deliveries = deliveriesSlice.get(state);
    const { listRows } = deliveriesLayout(state);
    const index = selectedIndex(deliveries);
    if (deliveries.loaded && index !== -1) {
      if (deliveries.moreBelow && (deliveries.ahead > 0 || index > deliveries.rows.length - 2 * listRows))
        loaders.older();
      if (deliveries.moreAbove && !deliveries.following && (deliveries.ahead < 0 || index < listRows))
        loaders.newer();
    }
    if (isDetailMissing(state)) loaders.detail();
  });
}

/** Returns true for a needed, unread detail of the selected row. */
export function isDetailMissing(state: AppState): boolean {
  const row = selectedDelivery(state);
  // The list shows the latest attempt of such a row, even if the detail is hidden.
  const hasAttempts = row?.outcome === "pending" || row?.outcome === "failed";
  const isNeeded = hasAttempts || isDetailShown(state);
  return isNeeded && detailKey(row) !== deliveriesSlice.get(state).detailOf;
}

/**
 * Identifies the detail of a row, which changes with its outcome. The detail of a deleted row counts as read;
 * otherwise it would be read forever.
 */
export function detailKey(row: Delivery | null): string {
  return row === null ? "" : `${row.seq} ${row.outcome}`;
}
