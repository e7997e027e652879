import { coalesce, type Coalesced } from "../../../async/coalesce.ts";
import { isCanceled, report } from "../../../tui/report.ts";
import type { App } from "../../app.ts";
import { detailKey, isDetailMissing } from "../list/needs.ts";
import { deliveriesSlice, selectedDelivery, setDeliveries } from "../state/deliveries.ts";

/** Reads of the detail of the selected delivery. */
export interface DetailReads {
  /** Reads it again. */
  readonly reload: Coalesced;
  /** Reads it if the screen needs it and has not read it. */
  readMissing(): void;
  /** Reads it unless it is known. */
  readSelected(): Promise<void>;
}

export function createDetailReads({ store, services }: App): DetailReads {
  // A new filter cancels all queries, including the detail's, whose result is still needed.
  const fail = (error: unknown) => (isCanceled(error) ? reload() : report(store, error));
  const reload = coalesce(read, fail);
  const readMissing = coalesce(async () => {
    if (isDetailMissing(store.get())) await read();
  }, fail);

  async function read(): Promise<void> {
    const row = selectedDelivery(store.get());
    const detailOf = detailKey(row);
    try {
      const detail = row === null ? null : await services.reader.get(row.seq);
      store.dispatch(setDeliveries({ detail, detailOf }));
    } catch (error) {
      // A failed query is not repeated until another row is selected.
      if (!isCanceled(error)) store.dispatch(setDeliveries({ detailOf }));
      throw error;
    }
  }

  return {
    reload,
    readMissing,
    async readSelected() {
      const state = store.get();
      if (deliveriesSlice.get(state).detail?.seq !== selectedDelivery(state)?.seq) await read();
    },
  };
}
