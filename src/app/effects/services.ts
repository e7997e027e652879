import type { ReaderThread, ReceiverControl } from "../../engine/client.ts";
import { EngineGoneError } from "../../engine/errors.ts";
import type { HubClient } from "../../hub/client.ts";
import { HubUnreachableError } from "../../hub/errors.ts";

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

/** @throws {EngineGoneError} none is reachable at this moment */
export function receiverNow(services: ServicesNow): ReceiverControl {
  const { receiver } = services();
  if (receiver !== null) return receiver;
  throw new EngineGoneError({
    what: "no receiver is running",
    hint: "Wait until the header shows its address",
  });
}

/** @throws {HubUnreachableError} none is connected yet */
export function hubNow(services: ServicesNow): HubClient {
  const { hub } = services();
  if (hub !== null) return hub;
  throw new HubUnreachableError({
    what: "the hub is not connected yet",
    hint: "Try again when the header shows it",
  });
}
