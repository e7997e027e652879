import type { HubClient } from "../hub/client.ts";
import type { App } from "./app.ts";
import { sessionSlice } from "./connection-state.ts";

/** Returns the client of the local hub; null on another hub, and until one is connected. */
export function localHub({ store, services }: App): HubClient | null {
  return sessionSlice.get(store.get()).hub.local ? services.hub : null;
}
