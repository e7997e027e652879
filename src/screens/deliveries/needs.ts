import { navSlice } from "../../tui/state/nav.ts";
import type { Store } from "../../tui/state/store.ts";
import {
  selectedDelivery,
  selectedIndex,
  deliveriesSlice,
  isDetailShown,
  deliveriesLayout,
} from "./state.ts";

/** Loaders of missing data. Each may be called at any time and runs at most once at a time. */
export interface Loaders {
  older(): void;
  newer(): void;
  detail(): void;
}

/**
 * Fetches what the Deliveries screen needs next: rows near the edge of the window, and the detail of the
 * selected row.
 */
export function watchNeeds(store: Store, loaders: Loaders): () => void {
  let askedDetail = "";
  return store.subscribe(() => {
    const state = store.get();
    if (navSlice.get(state).screen !== "deliveries") return;
    const deliveries = deliveriesSlice.get(state);
    const { listRows } = deliveriesLayout(state);
    const index = selectedIndex(deliveries);
    if (deliveries.loaded && index !== -1) {
      if (deliveries.moreOlder && (deliveries.ahead > 0 || index > deliveries.rows.length - 2 * listRows))
        loaders.older();
      if (deliveries.moreNewer && !deliveries.following && (deliveries.ahead < 0 || index < listRows))
        loaders.newer();
    }
    // Requested once per row and outcome: a deleted row never has a detail.
    const row = selectedDelivery(state);
    const wanted = row === null ? "" : `${row.seq} ${row.outcome}`;
    // The list also shows the latest forward attempt.
    const hasAttempts = row?.outcome === "pending" || row?.outcome === "failed";
    if (wanted !== askedDetail && (hasAttempts || isDetailShown(state))) {
      askedDetail = wanted;
      loaders.detail();
    }
  });
}
