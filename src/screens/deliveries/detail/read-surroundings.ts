import { isDeepStrictEqual } from "node:util";
import { coalesce } from "../../../async/coalesce.ts";
import { HubError } from "../../../hub/errors.ts";
import { dispatchesOf } from "../../../hub/unsent-messages.ts";
import type { DeliveryDetail } from "../../../model/delivery.ts";
import type { Dispatch } from "../../../model/dispatch.ts";
import { isCanceled, report } from "../../../tui/report.ts";
import { navSlice } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { App } from "../../app.ts";
import { localHub } from "../../local-hub.ts";
import { findDelivery } from "../compare/find-delivery.ts";
import { previousDelivery } from "../compare/previous-delivery.ts";
import { deliveriesSlice, selectedDelivery } from "../state/deliveries.ts";
import {
  type PreviousDelivery,
  setSurroundings,
  type Surroundings,
  surroundingsSlice,
} from "../state/surroundings.ts";

const noSurroundings = {
  related: { tries: [], replays: [], duplicates: [] },
  dispatch: null,
  previous: null,
} as const satisfies Omit<Surroundings, "of">;

/**
 * Reads the related deliveries of a focused detail, and again after each commit: it may be a replay. Returns a
 * function that ends the reads.
 */
export function watchSurroundings(app: App): () => void {
  const { store, services } = app;
  const read = coalesce(async () => {
    const detail = focusedDetail(store.get());
    if (detail === null) return;
    const { detailOf: of } = deliveriesSlice.get(store.get());
    const { known } = surroundingsSlice.get(store.get());
    try {
      const { reader } = services;
      const [related, dispatch, previous] = await Promise.all([
        reader.related(detail.seq),
        readDispatch(detail),
        known?.of === of ? known.previous : readPrevious(detail),
      ]);
      const read = { of, related, dispatch, previous };
      // An equal value keeps the layout and hits of the text.
      if (!isDeepStrictEqual(known, read)) store.dispatch(setSurroundings({ known: read }));
    } catch (error) {
      // A failed query is not repeated until another detail is focused.
      const none = { of, ...noSurroundings };
      if (!isCanceled(error)) store.dispatch(setSurroundings({ known: none }));
      throw error;
    }
  }, onError);

  function onError(error: unknown): void {
    if (isCanceled(error)) read();
    else report(store, error);
  }

  /** Returns the dispatch of the event; null without a local hub, or if it does not respond. */
  async function readDispatch(detail: DeliveryDetail): Promise<Dispatch | null> {
    const hub = localHub(app);
    if (hub === null) return null;
    try {
      return (await dispatchesOf(hub, [detail]))[0] ?? null;
    } catch (error) {
      if (error instanceof HubError) return null;
      throw error;
    }
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
