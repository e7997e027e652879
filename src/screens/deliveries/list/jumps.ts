import type { Delivery } from "../../../model/delivery.ts";
import { parseFilter } from "../../../model/filter-parse.ts";
import type { DeliveryPage } from "../../../store/delivery-log.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { savedFiltersSlice } from "../../saved-filters.ts";
import { deliveriesLayout } from "../layout.ts";
import type { DeliveriesApp } from "../running.ts";
import { deliveriesSlice, deliveryWanted, selectedDelivery, selectIndex } from "../state/deliveries.ts";
import { rowFilter } from "../state/folding.ts";
import { isNewestFirst, logQuery, type LogQuery, readPage } from "./log-order.ts";

/** Selects a delivery. Replaces the rows with its surroundings if it is not loaded. */
export async function reveal({ store, running }: DeliveriesApp, seq: number): Promise<void> {
  const index = deliveriesSlice.get(store.get()).rows.findIndex((row) => row.seq === seq);
  if (index !== -1) {
    store.dispatch(selectIndex(index, deliveriesLayout(store.get()).listRows));
    return;
  }
  store.dispatch(deliveryWanted(seq));
  running.refresh();
  await running.refresh.idle();
}

/** Selects the next open event or refused delivery in the list, below or above. */
export async function nextFailure(app: DeliveriesApp, direction: "below" | "above"): Promise<void> {
  const [age, place] = direction === "below" ? ["older", "down"] : ["newer", "up"];
  const none = isNewestFirst(app.store.get())
    ? `No ${age} failure is open.`
    : `No open failure further ${place}.`;
  await jump(
    app,
    "is:open|rejected",
    (query, edge) => readPage(app.running.listReader(), query, { edge, direction, limit: 1 }),
    none,
  );
}

/** Selects the next older or newer delivery of the same webhook that matches the filter. */
export async function sameWebhook(app: DeliveriesApp, direction: "older" | "newer"): Promise<void> {
  const id = selectedDelivery(app.store.get())?.webhookId;
  if (id === null || id === undefined) return;
  await jump(
    app,
    `webhook:"${id}"`,
    ({ filter }, { seq }) => {
      const from = direction === "older" ? seq - 1 : seq + 1;
      return app.running.listReader().page({ filter, from, direction, limit: 1 });
    },
    `No ${direction} delivery of this webhook.`,
  );
}

/** Selects the result of `find` in the list with more terms; reports if there is none. */
async function jump(
  app: DeliveriesApp,
  terms: string,
  find: (query: LogQuery, selected: Delivery) => Promise<DeliveryPage>,
  none: string,
): Promise<void> {
  const { store } = app;
  const state = store.get();
  const selected = selectedDelivery(state);
  if (selected === null) return;
  // With the filter of the list, the result is one of its rows.
  const filter = parseFilter(
    `${rowFilter(deliveriesSlice.get(state)).text} ${terms}`,
    store.nowMs(),
    savedFiltersSlice.get(state).filters,
  );
  const found = (await find({ ...logQuery(state), filter }, selected)).rows[0];
  if (found === undefined) showMessage(store, "warn", none);
  else await reveal(app, found.seq);
}
