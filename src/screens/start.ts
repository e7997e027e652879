import { openReader } from "../engine/reader/client.ts";
import { waitingLine } from "../engine/waiting-line.ts";
import type { LogPosition } from "../store/delivery-log.ts";
import { createApp } from "../tui/app.ts";
import {
  type Host,
  type Opening,
  openTerminal,
  type RunningApp,
  type TerminalOptions,
} from "../tui/open.tsx";
import type { TerminalActions } from "../tui/records/command.ts";
import type { Registry } from "../tui/records/registry.ts";
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
import { loadFirstScreen, loadRegistry } from "./index.ts";
import { restoreLayout } from "./layout-memory.ts";
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
export async function openApp(options: AppOptions, host?: Host): Promise<() => void> {
  const { keys } = options.interface;
  const opening: Opening = {
    registry: await loadFirstScreen(keys),
    prepare(store) {
      restoreLayout(store, options.dataDir);
      const { remote } = options;
      if (remote !== null) {
        store.dispatch(setHub({ local: false, name: new URL(remote.endpoint).host }));
      }
    },
    start: async (store, terminal) => startApp(store, terminal, await loadRegistry(keys), options),
  };
  return openTerminal(options, opening, host);
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
  let connection: Connection | null = null;
  const services: Services = {
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
  };
  const app = createApp({ store, registry, terminal, services });
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

  const connecting = startConnection();
  connecting.catch(fail);
  return {
    app,
    typed: updates.keyPressed,
    async close() {
      updates.stop();
      const [waiting] = await Promise.all([
        connecting.then((open) => open.close()),
        app.close(),
        reader.close(),
      ]);
      return waitingLine(waiting);
    },
  };
}
