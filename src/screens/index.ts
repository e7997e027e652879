import { createRegistry } from "../tui/core/create-registry.ts";
import { findKeyFault, type KeyFault, type KeyMap } from "../tui/core/key-map.ts";
import type { Registry, Tab } from "../tui/records/registry.ts";
import type { AppState } from "../tui/state/slice.ts";
import type { AppScreen, Services } from "./app.ts";
import { completionFeature } from "./completion/feature.ts";
import { sessionSlice } from "./connection-state.ts";
import { headerItems } from "./header-items.ts";
import { layoutMemory } from "./layout-memory.ts";
import { receiverFeature } from "./receiver/feature.ts";

/** Screen that is loaded when it is needed. */
interface LazyScreen extends Tab {
  load(): Promise<AppScreen>;
}

/** Screens in the order of their tabs. */
const screens: readonly LazyScreen[] = [
  {
    id: "webhooks",
    title: "Webhooks",
    key: "1",
    load: async () => (await import("./webhooks/screen.ts")).webhooksScreen,
  },
  {
    id: "deliveries",
    title: "Deliveries",
    key: "2",
    load: async () => (await import("./deliveries/screen.ts")).deliveriesScreen,
  },
  {
    id: "policies",
    title: "Policies",
    key: "3",
    load: async () => (await import("./policies/screen.ts")).policiesScreen,
  },
  {
    id: "jobs",
    title: "Jobs",
    key: "4",
    load: async () => (await import("./jobs/screen.ts")).jobsScreen,
  },
  {
    id: "messages",
    title: "Messages",
    key: "5",
    load: async () => (await import("./messages/screen.ts")).messagesScreen,
  },
];

/** Loads only the first screen: the first frame shows no other. */
export async function loadFirstScreen(keys: KeyMap): Promise<Registry<Services>> {
  return loadScreens(screens.slice(0, 1), keys);
}

/** @param keys keys that replace default ones */
export async function loadRegistry(keys: KeyMap = {}): Promise<Registry<Services>> {
  return loadScreens(screens, keys);
}

async function loadScreens(wanted: readonly LazyScreen[], keys: KeyMap): Promise<Registry<Services>> {
  const loaded = await Promise.all(wanted.map(async ({ load }) => load()));
  return createRegistry(
    {
      tabs: screens,
      screens: loaded,
      background: [receiverFeature, completionFeature, layoutMemory],
      headerItems,
      problem: lostLink,
    },
    keys,
  );
}

/** Returns the first fault of a key map; null if there is none. */
export async function keyFault(keys: KeyMap): Promise<KeyFault | null> {
  return findKeyFault(await loadRegistry(), keys);
}

/** Returns why the connection to the receiver or the hub is lost; null if neither is. */
function lostLink(state: AppState): string | null {
  const { receiver, hub } = sessionSlice.get(state);
  const lost = [receiver.link, hub.link].find((link) => link.state === "lost");
  return lost?.state === "lost" ? lost.why : null;
}
