import type { ReaderThread } from "../engine/client.ts";
import { startReader } from "../engine/reader/client.ts";
import type { App, TerminalActions } from "./app.ts";
import { commands } from "./commands/registry.ts";
import { startClock } from "./effects/clock.ts";
import type { ConnectionOptions } from "./effects/connection.ts";
import { connect } from "./effects/connection.ts";
import { createDeliveriesWork } from "./effects/deliveries.ts";
import type { Services } from "./effects/services.ts";
import { createWebhooksWork } from "./effects/webhooks.ts";
import type { AppState } from "./state/app-state.ts";
import type { Store } from "./store.ts";

/** The app without its screen: state, commands and what they work with. */
export interface RunningApp {
  readonly app: App;
  /** Starts the reader thread and the engine: after the first frame, which shall not wait for them. */
  connect(): void;
  /** Ends what was started. */
  close(): Promise<void>;
}

export function createApp(
  store: Store<AppState>,
  terminal: TerminalActions,
  options: Omit<ConnectionOptions, "roles">,
): RunningApp {
  let reader: ReaderThread | null = null;
  let connection: ReturnType<typeof connect> | null = null;
  const services = (): Services => {
    reader ??= startReader(options.dataDir);
    return { reader, hub: connection?.hub() ?? null, receiver: connection?.receiver() ?? null };
  };
  const webhooks = createWebhooksWork(store, services);
  const deliveries = createDeliveriesWork(store, services);
  const stopClock = startClock(store);
  return {
    app: { store, commands, webhooks, deliveries, terminal, receiverSecret: options.secret },
    connect() {
      connection = connect(
        store,
        { ...options, roles: options.remote === null ? ["hub", "receiver"] : ["receiver"] },
        { onHub: webhooks.load, onPosition: deliveries.onPosition },
      );
    },
    async close() {
      stopClock();
      deliveries.stop();
      await Promise.all([connection?.close(), reader?.close()]);
    },
  };
}
