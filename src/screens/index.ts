import { createRegistry } from "../tui/core/create-registry.ts";
import { findKeyFault, type KeyFault, type KeyMap } from "../tui/core/key-map.ts";
import type { AppParts, Registry } from "../tui/registry.ts";
import type { AppState } from "../tui/state/slice.ts";
import type { Services } from "./app.ts";
import { completionFeature } from "./completion/feature.ts";
import { sessionSlice } from "./connection-state.ts";
import { deliveriesScreen } from "./deliveries/screen.ts";
import { headerItems } from "./header-items.ts";
import { jobsScreen } from "./jobs/screen.ts";
import { layoutMemory } from "./layout-memory.ts";
import { messagesScreen } from "./messages/screen.ts";
import { policiesScreen } from "./policies/screen.ts";
import { receiverFeature } from "./receiver/feature.ts";
import { webhooksScreen } from "./webhooks/screen.ts";

/** Screens in the order of their tabs. */
export const screens = [webhooksScreen, deliveriesScreen, policiesScreen, jobsScreen, messagesScreen];

const parts: AppParts<Services> = {
  screens,
  background: [receiverFeature, completionFeature, layoutMemory],
  headerItems,
  problem: lostLink,
};

export const registry = createRegistry(parts);

/** Returns the first fault of a key map; null if there is none. */
export function keyFault(keys: KeyMap): KeyFault | null {
  return findKeyFault(registry, keys);
}

/** Returns the registry with keys that replace those of the commands. */
export function registryWithKeys(keys: KeyMap): Registry<Services> {
  return Object.keys(keys).length === 0 ? registry : createRegistry(parts, keys);
}

/** Returns why the connection to the receiver or the hub is lost; null if neither is. */
function lostLink(state: AppState): string | null {
  const { receiver, hub } = sessionSlice.get(state);
  const lost = [receiver.link, hub.link].find((link) => link.state === "lost");
  return lost?.state === "lost" ? lost.why : null;
}
