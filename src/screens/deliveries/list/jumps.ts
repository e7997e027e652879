import type { Coalesced } from "../../../async/coalesce.ts";
import type { Delivery } from "../../../model/delivery.ts";
import { parseFilter } from "../../../model/filter-parse.ts";
import type { DeliveryPage, DeliveryReader } from "../../../store/delivery-log.ts";
import { report } from "../../../tui/report.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import type { FeatureContext } from "../../context.ts";
import { savedFiltersSlice } from "../../saved-filters.ts";
import { deliveriesLayout } from "../layout.ts";
import { deliveriesSlice, deliveryWanted, selectedDelivery, selectIndex } from "../state.ts";
import { isNewestFirst, logQuery, type LogQuery, readPage } from "./log-order.ts";

/** Moves of the selection to a delivery that may not be loaded. */
export interface Jumps {
  /** Selects the next failure in the list that no replay solved, below or above. */
  nextFailure(direction: "below" | "above"): void;
  /** Selects the next older or newer delivery of the same webhook that matches the filter. */
  sameWebhook(direction: "older" | "newer"): void;
  /** Selects a delivery. If it is not loaded, replaces the rows with those around it. */
  reveal(seq: number): Promise<void>;
}

/**
 * @param refresh loads wanted rows
 * @param reader returns the reader for queries that end with the filter and the order of the list
 */
export function createJumps(
  { store }: FeatureContext,
  refresh: Coalesced,
  reader: () => DeliveryReader,
): Jumps {
  const fail = (error: unknown) => report(store, error);

  /** Selects what `find` returns from the list with more terms; without a result, says so. */
  async function jump(
    terms: string,
    find: (query: LogQuery, selected: Delivery) => Promise<DeliveryPage>,
    none: string,
  ) {
    const state = store.get();
    const selected = selectedDelivery(state);
    if (selected === null) return;
    // With the filter of the list, the result is one of its rows.
    const filter = parseFilter(
      `${deliveriesSlice.get(state).filter.text} ${terms}`,
      store.nowMs(),
      savedFiltersSlice.get(state).filters,
    );
    const found = (await find({ ...logQuery(state), filter }, selected)).rows[0];
    if (found === undefined) showMessage(store, "warn", none);
    else await reveal(found.seq);
  }

  async function reveal(seq: number) {
    const index = deliveriesSlice.get(store.get()).rows.findIndex((row) => row.seq === seq);
    if (index !== -1) {
      store.dispatch(selectIndex(index, deliveriesLayout(store.get()).listRows));
      return;
    }
    store.dispatch(deliveryWanted(seq));
    refresh();
    await refresh.idle();
  }

  return {
    reveal,
    nextFailure(direction) {
      const [age, place] = direction === "below" ? ["older", "down"] : ["newer", "up"];
      const none = isNewestFirst(store.get())
        ? `No ${age} failure is open.`
        : `No open failure further ${place}.`;
      jump(
        "is:failed -is:recovered",
        (query, edge) => readPage(reader(), query, { edge, direction, limit: 1 }),
        none,
      ).catch(fail);
    },
    sameWebhook(direction) {
      const id = selectedDelivery(store.get())?.webhookId;
      if (id === null || id === undefined) return;
      jump(
        `webhook:"${id}"`,
        ({ filter }, { seq }) => {
          const from = direction === "older" ? seq - 1 : seq + 1;
          return reader().page({ filter, from, direction, limit: 1 });
        },
        `No ${direction} delivery of this webhook.`,
      ).catch(fail);
    },
  };
}
