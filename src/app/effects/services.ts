import type { ReaderThread, ReceiverControl } from "../../engine/client.ts";
import { EngineGoneError } from "../../engine/errors.ts";
import type { HubClient } from "../../hub/client.ts";
import { HubUnreachableError } from "../../hub/errors.ts";

/** Services the app is connected to. */
export interface Services {
  /** Client of the hub; null until one is connected. */
  readonly hub: HubClient | null;
  /** Receiver of this data directory; null while none is reachable. */
  readonly receiver: ReceiverControl | null;
  readonly reader: ReaderThread;
}

/** Returns the current services; a restarted engine has a new client. */
export type ServicesNow = () => Services;

/** @throws {EngineGoneError} if no receiver is reachable */
export function receiverNow(services: ServicesNow): ReceiverControl {
  const { receiver } = services();
  if (receiver !== null) return receiver;
  throw new EngineGoneError({
    what: "no receiver is running",
    hint: "Wait until the header shows its address",
  });
}

/** @throws {HubUnreachableError} if no hub is connected */
export function hubNow(services: ServicesNow): HubClient {
  const { hub } = services();
  if (hub !== null) return hub;
  throw new HubUnreachableError({
    what: "the hub is not connected yet",
    hint: "Try again when the header shows it",
  });
}
