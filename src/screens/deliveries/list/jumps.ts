import { parseFilter } from "../../../model/filter-parse.ts";
import { report } from "../../../tui/report.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import type { FeatureContext } from "../../context.ts";
import { deliveriesLayout } from "../layout.ts";
import { deliveriesSlice, selectedDelivery, selectIndex, setDeliveries } from "../state.ts";
import { pageRows } from "./page-rows.ts";

/** Moves of the selection to a delivery that may not be loaded. */
export interface Jumps {
  /** Selects the next older failure that matches the filter. */
  nextFailure(): void;
  /** Selects the next older or newer delivery of the same webhook that matches the filter. */
  sameWebhook(direction: "older" | "newer"): void;
  /** Selects a row. If it is not loaded, replaces the rows with a page that starts at it. */
  reveal(seq: number): Promise<void>;
}

export function createJumps({ store, services }: FeatureContext): Jumps {
  const fail = (error: unknown) => report(store, error);

  async function jump(direction: "older" | "newer", text: string, none: string) {
    const { reader } = services();
    const state = store.get();
    const selected = selectedDelivery(state);
    if (selected === null) return;
    // With the filter of the list, the result is one of its rows.
    const filter = parseFilter(`${deliveriesSlice.get(state).filter.text} ${text}`, store.nowMs());
    const from = direction === "older" ? selected.seq - 1 : selected.seq + 1;
    const found = (await reader.page({ filter, from, direction, limit: 1 })).rows[0];
    if (found === undefined) {
      showMessage(store, "warn", none);
      return;
    }
    await reveal(found.seq);
  }

  async function reveal(seq: number) {
    const { rows, filter } = deliveriesSlice.get(store.get());
    if (!rows.some((row) => row.seq === seq)) {
      const limit = pageRows(store.get());
      const page = await services().reader.page({ filter, from: seq, direction: "older", limit });
      store.dispatch(
        setDeliveries({
          rows: page.rows,
          moreOlder: page.more,
          moreNewer: true,
          topSeq: seq,
          selectedSeq: seq,
        }),
      );
    }
    const index = deliveriesSlice.get(store.get()).rows.findIndex((row) => row.seq === seq);
    store.dispatch(selectIndex(Math.max(0, index), deliveriesLayout(store.get()).listRows));
  }

  return {
    reveal,
    nextFailure() {
      jump("older", "is:failed", "No older failure.").catch(fail);
    },
    sameWebhook(direction) {
      const id = selectedDelivery(store.get())?.webhookId;
      if (id === null || id === undefined) return;
      jump(direction, `webhook:"${id}"`, `No ${direction} delivery of this webhook.`).catch(fail);
    },
  };
}
