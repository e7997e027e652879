import { join } from "node:path";
import { firstSecret } from "../model/secret.ts";
import type { App, TerminalActions } from "./app.ts";
import { commands } from "./commands/registry.ts";
import { createActivityActions } from "./effects/activity.ts";
import { startClock } from "./effects/clock.ts";
import type { Connection, ConnectionOptions } from "./effects/connection.ts";
import { createDeliveriesActions } from "./effects/deliveries.ts";
import { createJobsActions } from "./effects/jobs.ts";
import { createPoliciesActions } from "./effects/policies.ts";
import { readerOnDemand } from "./effects/reader-on-demand.ts";
import { createReceiverActions } from "./effects/receiver.ts";
import { report } from "./effects/report.ts";
import { createWebhooksActions } from "./effects/webhooks.ts";
import { navSlice } from "./state/overlays.ts";
import { type PolicyFolder, setPolicies } from "./state/policies-state.ts";
import { setHub, sessionSlice } from "./state/session.ts";
import type { Store } from "./store.ts";

export interface StartOptions extends Omit<ConnectionOptions, "roles"> {
  /** Folder of the policies to show. */
  readonly policies: PolicyFolder;
}

/** The app without its screen. */
export interface RunningApp {
  readonly app: App;
  /** Starts or attaches to the engine; called after the first frame. */
  connect(): void;
  /** Stops what was started. */
  close(): Promise<void>;
}

export function createApp(store: Store, terminal: TerminalActions, options: StartOptions): RunningApp {
  store.dispatch(setPolicies({ folder: options.policies }));
  const reader = readerOnDemand(options);
  let connecting: Promise<Connection> | null = null;
  let connection: Connection | null = null;
  const services = () => ({
    reader,
    hub: connection?.hub() ?? null,
    receiver: connection?.receiver() ?? null,
  });
  const webhooks = createWebhooksActions(store, services);
  const deliveries = createDeliveriesActions(store, services);
  const activity = createActivityActions(store, services);
  const jobs = createJobsActions(store, services);
  const receiver = createReceiverActions(store, services, options.dataDir, webhooks.load);
  const policies = createPoliciesActions(store, terminal, join(options.dataDir, "reviews"));
  const { remote } = options;
  if (remote !== null) store.dispatch(setHub({ local: false, name: new URL(remote.endpoint).host }));
  const stopClock = startClock(store);

  async function startConnection(): Promise<Connection> {
    await receiver.load();
    const { connect } = await import("./effects/connection.ts");
    connection = connect(
      store,
      { ...options, roles: remote === null ? ["hub", "receiver"] : ["receiver"] },
      {
        onHub() {
          webhooks.load();
          jobs.load();
        },
        // A request takes a frame's time: only the visible list, and a hub that is disconnected.
        onPoll() {
          const screen = navSlice.get(store.get()).screen;
          const session = sessionSlice.get(store.get());
          if (screen === "webhooks" || session.hub.link.state !== "up") webhooks.load();
          jobs.load();
        },
        onPosition: deliveries.onPosition,
      },
    );
    if (remote !== null) webhooks.load();
    return connection;
  }

  return {
    app: {
      store,
      commands,
      webhooks,
      deliveries,
      activity,
      jobs,
      receiver,
      policies,
      terminal,
      receiverSecret: firstSecret(options.secret),
    },
    connect() {
      // The tab counts failing policies of the user; the bundled examples load when shown.
      if (!options.policies.isShipped) policies.load();
      connecting = startConnection();
      connecting.catch((error: unknown) => report(store, error));
    },
    async close() {
      stopClock();
      deliveries.stop();
      activity.stop();
      jobs.stop();
      receiver.stop();
      await Promise.all([policies.stop(), connecting?.then((open) => open.close()), reader.close()]);
    },
  };
}
