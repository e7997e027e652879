import { onTestFinished } from "vitest";
import type { App, TerminalActions } from "../../../src/app/app.ts";
import { commands } from "../../../src/app/commands/registry.ts";
import { createActivityActions } from "../../../src/app/effects/activity.ts";
import { createDeliveriesActions } from "../../../src/app/effects/deliveries.ts";
import { createJobsActions } from "../../../src/app/effects/jobs.ts";
import { createPoliciesActions } from "../../../src/app/effects/policies.ts";
import { createReceiverActions } from "../../../src/app/effects/receiver.ts";
import { createWebhooksActions } from "../../../src/app/effects/webhooks.ts";
import { handleInput } from "../../../src/app/input.ts";
import type { Action } from "../../../src/app/slice.ts";
import { type PolicyFolder, setPolicies } from "../../../src/app/state/policies-state.ts";
import { setReceiver } from "../../../src/app/state/session.ts";
import { slices } from "../../../src/app/state/slices.ts";
import { setWindow } from "../../../src/app/state/window.ts";
import { createStore } from "../../../src/app/store.ts";
import type { ReceiverControl } from "../../../src/engine/client.ts";
import type { HubClient } from "../../../src/hub/client.ts";
import type { DeliveryLog } from "../../../src/store/delivery-log.ts";
import { openDeliveryLog } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import { createKeyDecoder } from "../../../src/terminal/keys.ts";
import { freshDataDir } from "../fresh-data-dir.ts";
import { bytesOf } from "../screen/key-bytes.ts";
import { someMomentMs } from "./deliveries.ts";
import { type KnownState } from "./state.ts";

/** The app without its screen, on a real log in this process. Records its requests to the terminal. */
export interface TestApp extends App {
  readonly log: DeliveryLog;
  readonly dataDir: string;
  /** Requests in order, for example `quit 130`, `suspend`, `copy 12`. */
  readonly asked: readonly string[];
  state(): KnownState;
  /** Presses keys by name, each in its own read. */
  press(...keys: string[]): void;
  /** Handles bytes as one read. */
  read(bytes: string): void;
}

export async function testApp({
  hub = null,
  receiver = null,
  policies: folder = null,
  onAction = () => {},
}: {
  readonly hub?: HubClient | null;
  readonly receiver?: ReceiverControl | null;
  readonly policies?: PolicyFolder | null;
  readonly onAction?: (action: Action) => void;
} = {}): Promise<TestApp> {
  const dataDir = freshDataDir();
  const log = await openDeliveryLog(dataDir);
  const store = createStore(slices, { onAction });
  store.dispatch(setWindow({ size: { columns: 80, rows: 24 }, nowMs: someMomentMs }));
  store.dispatch(setPolicies({ folder }));
  const url = "http://127.0.0.1:7860";
  store.dispatch(setReceiver({ link: { state: "up" }, url, routes: ["inbox"] }));
  const asked: string[] = [];
  const terminal: TerminalActions = {
    quit: (code) => void asked.push(`quit ${code}`),
    suspend: () => void asked.push("suspend"),
    redraw: () => void asked.push("redraw"),
    copy: (text) => void asked.push(`copy ${text}`),
    mouse: (on) => void asked.push(`mouse ${on ? "on" : "off"}`),
    edit: async (path, line) => void asked.push(`edit ${path} ${line}`),
    view: async (text) => void asked.push(`view ${text}`),
  };
  const reader = { ...log, cancelAll: () => undefined };
  const services = () => ({ hub, receiver, reader });
  const webhooks = createWebhooksActions(store, services);
  const deliveries = createDeliveriesActions(store, services);
  const activity = createActivityActions(store, services);
  const jobs = createJobsActions(store, services);
  const receiverWork = createReceiverActions(store, services, dataDir, webhooks.load);
  const policies = createPoliciesActions(store, terminal, `${freshDataDir()}/reviews`);
  onTestFinished(async () => {
    receiverWork.stop();
    await policies.stop();
    deliveries.stop();
    activity.stop();
    jobs.stop();
    await log.close();
  });
  const app: App = {
    store,
    commands,
    webhooks,
    deliveries,
    activity,
    jobs,
    receiver: receiverWork,
    policies,
    terminal,
    receiverSecret: null,
  };
  const decoder = createKeyDecoder();
  const read = (bytes: string) => handleInput(app, [...decoder.push(Buffer.from(bytes)), ...decoder.flush()]);
  return {
    ...app,
    log,
    dataDir,
    asked,
    state: () => store.get() as KnownState,
    press: (...keys) => keys.forEach((key) => read(bytesOf(key))),
    read,
  };
}
