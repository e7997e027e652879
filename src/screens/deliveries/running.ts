import type { Coalesced } from "../../async/coalesce.ts";
import type { DeliveryReader } from "../../store/delivery-log.ts";
import type { FormState } from "../../tui/dialogs/form.ts";
import type { App, Command, Form } from "../app.ts";
import type { BulkWork } from "./state/work.ts";

/** Running part of the Deliveries screen: reads of the list and of the selected delivery, and work on many deliveries. */
export interface DeliveriesRunning {
  /** Fetches the newest rows while following, otherwise rows for a move, and outcomes of pending ones. */
  readonly refresh: Coalesced;
  /** Loads the last rows. */
  readonly readLast: Coalesced;
  /** Returns the reader; changing filter or order cancels its queries. */
  listReader(): DeliveryReader;
  /** Reads the rows of a filter again after a user's action: some may no longer match. */
  reloadMatches(): void;
  /** Reads the detail of the selected delivery again. */
  readonly reloadDetail: Coalesced;
  /** Reads the detail of the selected delivery unless it is known. */
  readSelected(): Promise<void>;
  /** Called when the user sees the list: the next failure is signaled. */
  looked(): void;
  /** Starts work on many deliveries; its progress is in the state. */
  startWork(work: BulkWork): void;
  /** Ends the running work after the current delivery. */
  cancelWork(): void;
  stop(): Promise<void>;
}

export type DeliveriesApp = App<DeliveriesRunning>;
export type DeliveriesCommand = Command<DeliveriesRunning>;
export type DeliveriesForm<D extends FormState> = Form<D, DeliveriesRunning>;
