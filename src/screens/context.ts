import type { ReceiverControl } from "../engine/client.ts";
import type { HubClient } from "../hub/client.ts";
import type { TerminalActions } from "../tui/commands/command.ts";
import type { Store } from "../tui/state/store.ts";
import {
  type App,
  type AppEvents,
  type FiltersInConfig,
  hubNow as hubOf,
  type PolicyFolder,
  type ReceiverInConfig,
  receiverNow as receiverOf,
  receiverSecret as secretOf,
  type Services,
} from "./app.ts";

export type { AppScreen, PolicyFolder, Services } from "./app.ts";

/** Function that returns the current services; they change when the engine restarts. */
export type ServicesNow = () => Services;

/** Former shape of the app, for the screens whose actions are not functions of `App` yet. */
export interface FeatureContext {
  readonly store: Store;
  readonly terminal: TerminalActions;
  readonly services: ServicesNow;
  readonly events: AppEvents;
  readonly dataDir: string;
  readonly receiver: ReceiverInConfig;
  readonly policyFolder: PolicyFolder | null;
  readonly savedFilters: FiltersInConfig;
}

/** Returns the former shape of the app. */
export function featureContext({ store, terminal, services }: App): FeatureContext {
  const { events, dataDir, receiverConfig, policyFolder, savedFilters } = services;
  return {
    store,
    terminal,
    services: () => services,
    events,
    dataDir,
    receiver: receiverConfig,
    policyFolder,
    savedFilters,
  };
}

export const hubNow = (services: ServicesNow): HubClient => hubOf(services());
export const receiverNow = (services: ServicesNow): ReceiverControl => receiverOf(services());
export const receiverSecret = ({ services }: Pick<FeatureContext, "services">): string | null =>
  secretOf(services());
