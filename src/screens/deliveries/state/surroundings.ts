import type { DifferenceText } from "../../../exports/difference-text.ts";
import type { Delivery } from "../../../model/delivery.ts";
import type { Dispatch } from "../../../model/dispatch.ts";
import type { RelatedDeliveries } from "../../../store/delivery-log.ts";
import { createSlice } from "../../../tui/state/slice.ts";

/** Original of a replay; for other deliveries, the previous one of its webhook, repo and scope. */
export interface PreviousDelivery {
  readonly delivery: Delivery;
  /** Difference from it; null if one was removed meanwhile. */
  readonly difference: DifferenceText | null;
}

/** Other deliveries that the detail of one names. */
export interface Surroundings {
  /** `detailOf` of the detail. */
  readonly of: string;
  readonly related: RelatedDeliveries;
  /** Dispatch of the event by a local hub; null without one. */
  readonly dispatch: Dispatch | null;
  /** Null if there is none. */
  readonly previous: PreviousDelivery | null;
}

interface SurroundingsState {
  readonly known: Surroundings | null;
}

const initial: SurroundingsState = { known: null };

/** Other deliveries of the detail, read while it is focused. */
export const surroundingsSlice = createSlice("deliverySurroundings", initial, {});
export const { set: setSurroundings } = surroundingsSlice.actions;
