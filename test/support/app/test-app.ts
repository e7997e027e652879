import { onTestFinished } from "vitest";
import type { ReceiverControl } from "../../../src/engine/client.ts";
import { readerMethods } from "../../../src/engine/reader/reader-methods.ts";
import type { HubClient } from "../../../src/hub/client.ts";
import { createEvents, type PolicyFolder, type AppEvents } from "../../../src/screens/app.ts";
import { setReceiver } from "../../../src/screens/connection-state.ts";
import { restoreLayout } from "../../../src/screens/layout-memory.ts";
import type { DeliveryLog } from "../../../src/store/delivery-log.ts";
import { openBookmarks } from "../../../src/store/sqlite/deliveries/bookmarks.ts";
import { openDeliveryLog } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import { createKeyDecoder } from "../../../src/terminal/keys.ts";
import { createApp, type StartedApp } from "../../../src/tui/app.ts";
import { handleInput } from "../../../src/tui/input.ts";
import type { TerminalActions } from "../../../src/tui/records/command.ts";
import { showScreen } from "../../../src/tui/state/nav.ts";
import type { Action } from "../../../src/tui/state/slice.ts";
import { createStore } from "../../../src/tui/state/store.ts";
import { setWindow } from "../../../src/tui/state/window.ts";
import { freshDataDir } from "../fresh-data-dir.ts";
import { receiverConfigIn } from "../receiver-config.ts";
import { bytesOf } from "../screen/key-bytes.ts";
import { someMomentMs } from "./deliveries.ts";
import { registry } from "./registry.ts";
import { type KnownState } from "./state.ts";

/** The app without its screen, on a real log in this process. Records its requests to the terminal. */
export interface TestApp extends StartedApp {
  readonly log: DeliveryLog;
  readonly dataDir: string;
  readonly events: AppEvents;
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
  dataDir = freshDataDir(),
  policies: folder = null,
  nowMs = Date.now,
  onAction = () => {},
}: {
  readonly hub?: HubClient | null;
  readonly receiver?: ReceiverControl | null;
  readonly dataDir?: string;
  readonly policies?: PolicyFolder | null;
  readonly nowMs?: () => number;
  readonly onAction?: (action: Action) => void;
} = {}): Promise<TestApp> {
  const log = await openDeliveryLog(dataDir);
  const store = createStore(registry.slices, { nowMs, onAction });
  store.dispatch(showScreen("webhooks"));
  store.dispatch(setWindow({ size: { columns: 80, rows: 24 }, nowMs: someMomentMs }));
  restoreLayout(store, dataDir);
  const url = "http://127.0.0.1:7860";
  store.dispatch(setReceiver({ link: { state: "up" }, url, routes: ["inbox"] }));
  const asked: string[] = [];
  const terminal: TerminalActions = {
    quit: (code) => void asked.push(`quit ${code}`),
    suspend: () => void asked.push("suspend"),
    redraw: () => void asked.push("redraw"),
    copy: (text) => void asked.push(`copy ${text}`),
    notify: (signal, text) => void asked.push(`${signal} ${text}`),
    mouse: (on) => void asked.push(`mouse ${on ? "on" : "off"}`),
    async edit(find) {
      const file = await find();
      if (file === null) return null;
      const { path, line, before = "" } = file;
      asked.push(`edit ${path} ${line}${before === "" ? "" : `:${before.length + 1}`}`);
      return file;
    },
    view: async (text) => void asked.push(`view ${text}`),
  };
  const methods = readerMethods(log);
  const reader = { ...methods, canceledBy: () => methods };
  const events = createEvents();
  const app = createApp({
    store,
    registry,
    terminal,
    services: {
      events,
      dataDir,
      hub,
      receiver,
      reader,
      bookmarks: async () => openBookmarks(dataDir),
      receiverConfig: receiverConfigIn(dataDir),
      policyFolder: folder,
      savedFilters: { filters: {}, change: async () => {} },
    },
  });
  onTestFinished(async () => {
    await app.close();
    await log.close();
  });
  const decoder = createKeyDecoder();
  const read = (bytes: string) => handleInput(app, [...decoder.push(Buffer.from(bytes)), ...decoder.flush()]);
  return {
    ...app,
    log,
    dataDir,
    asked,
    events,
    state: () => store.get() as KnownState,
    press: (...keys) => keys.forEach((key) => read(bytesOf(key))),
    read,
  };
}
