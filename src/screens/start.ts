import { openReader } from "../engine/reader/client.ts";
import type { LogPosition } from "../store/delivery-log.ts";
import { createApp } from "../tui/app.ts";
import type { TerminalActions } from "../tui/commands/command.ts";
import { type Host, openTerminal, type RunningApp, type TerminalOptions } from "../tui/open.tsx";
import type { Registry } from "../tui/registry.ts";
import { report } from "../tui/report.ts";
import type { Store } from "../tui/state/store.ts";
import {
  createEvents,
  type FiltersInConfig,
  type PolicyFolder,
  type ReceiverInConfig,
  type Services,
} from "./app.ts";
import { setHub } from "./connection-state.ts";
import type { Connection, ConnectionOptions } from "./connection.ts";
import { registryWithKeys } from "./index.ts";
import { whenIdle } from "./when-idle.ts";

interface StartOptions extends Omit<ConnectionOptions, "roles"> {
  /** Directory of the policies to show; null for none. */
  readonly policies: PolicyFolder;
  readonly savedFilters: FiltersInConfig;
  readonly receiver: ReceiverInConfig;
}

/** Options of the app and of its terminal. */
export interface AppOptions extends StartOptions, TerminalOptions {}

/** Opens the app, by default on the terminal of this process; see `openTerminal`. */
export function openApp(options: AppOptions, host?: Host): () => void {
  const registry = registryWithKeys(options.interface.keys);
  return openTerminal(
    options,
    registry,
    (store, terminal) => startApp(store, terminal, registry, options),
    host,
  );
}

function startApp(
  store: Store,
  terminal: TerminalActions,
  registry: Registry<Services>,
  options: StartOptions,
): RunningApp {
  const { remote } = options;
  const reader = openReader(options);
  const events = createEvents();
  let connecting: Promise<Connection> | null = null;
  let connection: Connection | null = null;
  if (remote !== null) store.dispatch(setHub({ local: false, name: new URL(remote.endpoint).host }));
  const app = createApp({
    store,
    registry,
    terminal,
    services: {
      events,
      dataDir: options.dataDir,
      get hub() {
        return connection?.hub() ?? null;
      },
      get receiver() {
        return connection?.receiver() ?? null;
      },
      reader,
      bookmarks: async () => {
        const { openStore } = await import("../engine/stores.ts");
        return (await openStore(options)).bookmarks;
      },
      receiverConfig: options.receiver,
      policyFolder: options.policies,
      savedFilters: options.savedFilters,
    },
  });
  const fail = (error: unknown) => report(store, error);
  const updates = whenIdle<LogPosition>((position) => void events.position.emit(position).catch(fail));

  async function startConnection(): Promise<Connection> {
    await events.ready.emit();
    const { connect } = await import("./connection.ts");
    connection = connect(
      store,
      { ...options, roles: remote === null ? ["hub", "receiver"] : ["receiver"] },
      {
        onHub: () => void events.hub.emit().catch(fail),
        onPoll: () => void events.poll.emit().catch(fail),
        onPosition: updates.offer,
      },
    );
    if (remote !== null) await events.hub.emit();
    return connection;
  }

  return {
    app,
    connect() {
      connecting = startConnection();
      connecting.catch(fail);
    },
    typed: updates.keyPressed,
    async close() {
      updates.stop();
      await Promise.all([app.close(), connecting?.then((open) => open.close()), reader.close()]);
    },
  };
}
