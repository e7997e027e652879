import { detailShown, layoutOf } from "../layout.ts";
import type { AppState } from "../state/app-state.ts";
import { selectedDelivery, selectedIndex } from "../state/deliveries-state.ts";
import type { Store } from "../store.ts";

/** How to get what the screen lacks; each may be called at any time and does nothing twice at once. */
export interface Loaders {
  older(): void;
  newer(): void;
  detail(): void;
}

/** Watches the state and fetches what the Deliveries screen is about to need: rows near the end being read, the detail of the selected row. */
export function watchNeeds(store: Store<AppState>, loaders: Loaders): () => void {
  let askedDetail = "";
  return store.subscribe(() => {
    const state = store.get();
    if (state.screen !== "deliveries") return;
    const { deliveries } = state;
    const { listRows } = layoutOf(state);
    const index = selectedIndex(deliveries);
    if (deliveries.loaded && index !== -1) {
      if (deliveries.moreOlder && (deliveries.ahead > 0 || index > deliveries.rows.length - 2 * listRows))
        loaders.older();
      if (deliveries.moreNewer && !deliveries.following && (deliveries.ahead < 0 || index < listRows))
        loaders.newer();
    }
    // Asked once for each row and outcome: a row that has gone since has no detail however often one asks.
    const row = selectedDelivery(state);
    const wanted = row === null ? "" : `${row.seq} ${row.outcome}`;
    // The list too tells of the latest try to send it on.
    const isTried = row?.outcome === "pending" || row?.outcome === "failed";
    if (wanted !== askedDetail && (isTried || detailShown(state))) {
      askedDetail = wanted;
      loaders.detail();
    }
  });
}
