import type { ReaderThread, ReceiverControl } from "../../engine/client.ts";
import type { HubClient } from "../../hub/client.ts";

/** What the app works with, as far as it is connected. */
export interface Services {
  /** Null until there is a hub to talk to. */
  readonly hub: HubClient | null;
  /** Null while no receiver of this data directory is reachable. */
  readonly receiver: ReceiverControl | null;
  readonly reader: ReaderThread;
}

/** The services of this moment: a restarted engine is another client. */
export type ServicesNow = () => Services;
