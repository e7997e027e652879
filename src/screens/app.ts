import type { ReceiverControl } from "../engine/client.ts";
import { EngineGoneError } from "../engine/errors.ts";
import type { LogReader } from "../engine/reader/reader-methods.ts";
import type { HubClient } from "../hub/client.ts";
import { HubUnreachableError } from "../hub/errors.ts";
import type { HandlersFolder, ReceiverChange, ReceiverSettings } from "../model/receiver-settings.ts";
import type { ReceiverSetup } from "../model/receiver-setup.ts";
import type { SavedFilters, SavedFiltersChange } from "../model/saved-filters.ts";
import { firstSecret } from "../model/secret.ts";
import type { UpstreamBranch } from "../model/upstream.ts";
import type { BookmarkStore } from "../store/bookmarks.ts";
import type { LogPosition } from "../store/delivery-log.ts";
import type { Form as CoreForm, FormState } from "../tui/dialogs/form.ts";
import type * as core from "../tui/records/command.ts";
import type { Feature, Running, Screen } from "../tui/records/screen.ts";

/** Services of the app. A restarted engine replaces the hub client and the receiver. */
export interface Services {
  readonly events: AppEvents;
  readonly dataDir: string;
  /** Client of the hub; null until one is connected. */
  readonly hub: HubClient | null;
  /** Receiver of this data directory; null while it is unreachable. */
  readonly receiver: ReceiverControl | null;
  /** Reader of the delivery log. */
  readonly reader: LogReader;
  /** Opens the bookmarks of deliveries. */
  bookmarks(): Promise<BookmarkStore>;
  readonly receiverConfig: ReceiverInConfig;
  /** Directory of the policies to show; null for none. */
  readonly policyFolder: PolicyFolder | null;
  readonly savedFilters: FiltersInConfig;
}

/** The app, as a screen and its commands see it; `R` is the running part of the screen. */
export type App<R = unknown> = core.App<R, Services>;
export type Command<R = unknown> = core.Command<R, Services>;
export type Form<D extends FormState, R = unknown> = CoreForm<D, R, Services>;
export type AppFeature<R extends Running = object> = Feature<R, Services>;
export type AppScreen<R extends Running = object> = Screen<R, Services>;

/** Event of the app with its listeners. */
export interface AppEvent<T> {
  on(listener: (value: T) => void | Promise<void>): void;
  /** Calls the listeners, and resolves when they have finished. */
  emit(value: T): Promise<void>;
}

export interface AppEvents {
  /** Emitted after the first frame; the connection starts when the listeners have finished. */
  readonly ready: AppEvent<void>;
  /** Emitted when the client of a hub is ready, and when the embedded hub restarts. */
  readonly hub: AppEvent<void>;
  /** Emitted periodically, since another app or command may have changed the hub. */
  readonly poll: AppEvent<void>;
  /** Emitted with each position of the log that the receiver reports. */
  readonly position: AppEvent<LogPosition>;
}

/** Directory of the policies. */
export interface PolicyFolder {
  /** Absolute path. */
  readonly path: string;
  /** True for the bundled examples, which are read-only. */
  readonly isShipped: boolean;
  /** Branch that the policies come from; null or undefined for none. */
  readonly upstream?: UpstreamBranch | null;
  /** Git revision to compare the policies with; null or undefined for HEAD. */
  readonly baseline?: string | null;
}

/** Saved filters of the config file. */
export interface FiltersInConfig {
  readonly filters: SavedFilters;
  /** Changes them in the file. @throws {HooklensError} the file is not valid, or cannot be written */
  change(change: SavedFiltersChange): Promise<void>;
}

/** Settings of the receiver in the config file. */
export interface ReceiverInConfig {
  /** Path of the file, which may not exist yet. */
  readonly path: string;
  /** Returns the current settings with their sources. */
  settings(): ReceiverSettings;
  /** Reads the target of a typed handlers directory. */
  look(typed: string): Promise<HandlersFolder>;
  /** Returns the secret of a route for its senders; null if it needs none. */
  secretOf(route: string): string | null;
  /**
   * Changes settings in the file.
   * @param apply applies the new setup before the file is written, and the former one if writing fails
   * @throws {HooklensError} a value cannot be used, the file cannot be changed, or `apply` failed; nothing was
   * changed
   */
  change(change: ReceiverChange, apply: (setup: ReceiverSetup) => Promise<void>): Promise<void>;
}

export function createEvents(): AppEvents {
  return { ready: createEvent(), hub: createEvent(), poll: createEvent(), position: createEvent() };
}

function createEvent<T>(): AppEvent<T> {
  const listeners: ((value: T) => void | Promise<void>)[] = [];
  return {
    on: (listener) => void listeners.push(listener),
    async emit(value) {
      await Promise.all(listeners.map(async (listener) => listener(value)));
    },
  };
}

/** Returns the secret that this app's receiver accepts and replays send; null if there is none. */
export function receiverSecret({ receiverConfig }: Services): string | null {
  return firstSecret(receiverConfig.settings().secret.value);
}

/** @throws {EngineGoneError} if no receiver is reachable */
export function receiverNow({ receiver }: Services): ReceiverControl {
  if (receiver !== null) return receiver;
  throw new EngineGoneError({
    what: "no receiver is running",
    hint: "Wait until the header shows its address",
  });
}

/** @throws {HubUnreachableError} if no hub is connected */
export function hubNow({ hub }: Services): HubClient {
  if (hub !== null) return hub;
  throw new HubUnreachableError({
    what: "the hub is not connected yet",
    hint: "Retry when the header shows the account",
  });
}
