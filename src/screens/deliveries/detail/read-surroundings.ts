import { isDeepStrictEqual } from "node:util";
import { coalesce } from "../../../async/coalesce.ts";
import type { DeliveryDetail } from "../../../model/delivery.ts";
import { isCanceled, report } from "../../../tui/report.ts";
import { navSlice } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { App } from "../../app.ts";
import { findDelivery } from "../compare/find-delivery.ts";
import { previousDelivery } from "../compare/previous-delivery.ts";
import { deliveriesSlice, selectedDelivery } from "../state/deliveries.ts";
import { type PreviousDelivery, setSurroundings, surroundingsSlice } from "../state/surroundings.ts";

/**
 * Reads the related deliveries of a focused detail, and again after each commit: it may be a replay. Returns a
 * function that ends the reads.
 */
export function watchSurroundings({ store, services }: App): () => void {
  const read = coalesce(async () => {
    const detail = focusedDetail(store.get());
    if (detail === null) return;
    const { detailOf: of } = deliveriesSlice.get(store.get());
    const { known } = surroundingsSlice.get(store.get());
    try {
      const { reader } = services;
      const [related, previous] = await Promise.all([
        reader.related(detail.seq),
        known?.of === of ? known.previous : readPrevious(detail),
      ]);
      const read = { of, related, previous };
      // An equal value keeps the layout and hits of the text.
      if (!isDeepStrictEqual(known, read)) store.dispatch(setSurroundings({ known: read }));
    } catch (error) {
      // A failed query is not repeated until another detail is focused.
      const none = { of, related: { replays: [], duplicates: [] }, previous: null };
      if (!isCanceled(error)) store.dispatch(setSurroundings({ known: none }));
      throw error;
    }
  }, onError);

  function onError(error: unknown): void {
    if (isCanceled(error)) read();
    else report(store, error);
  }

  async function readPrevious(detail: DeliveryDetail): Promise<PreviousDelivery | null> {
    const { reader } = services;
    const { replayOf } = detail;
    const delivery = await (replayOf === null
      ? previousDelivery(reader, detail)
      : findDelivery(reader, replayOf));
    if (delivery === null) return null;
    return { delivery, difference: await reader.compare(delivery.seq, detail.seq) };
  }

  services.events.position.on(() => {
    if (focusedDetail(store.get()) !== null) read();
  });
  return store.subscribe(() => {
    const state = store.get();
    const isKnown = surroundingsSlice.get(state).known?.of === deliveriesSlice.get(state).detailOf;
    if (!isKnown && focusedDetail(state) !== null) read();
  });
}

/** Returns the loaded detail of the selected row while focused. Following is paused then, so it stays. */
function focusedDetail(state: AppState): DeliveryDetail | null {
  const { detail, focus } = deliveriesSlice.get(state);
  if (navSlice.get(state).screen !== "deliveries" || focus !== "detail") return null;
  return detail !== null && detail.seq === selectedDelivery(state)?.seq ? detail : null;
}
