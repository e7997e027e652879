import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";
import { PassThrough, Writable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import { confirmDefaults } from "../../src/model/interface-settings.ts";
import { setReceiver } from "../../src/screens/connection-state.ts";
import { loadFirstScreen } from "../../src/screens/index.ts";
import { frameOf } from "../../src/tui/app-frame.ts";
import { type Host, openTerminal, type RunningApp } from "../../src/tui/open.tsx";
import { navSlice, showScreen } from "../../src/tui/state/nav.ts";
import { createStore } from "../../src/tui/state/store.ts";
import { setWindow } from "../../src/tui/state/window.ts";
import { someMomentMs } from "../support/app/deliveries.ts";
import { registry } from "../support/app/registry.ts";
import { testApp } from "../support/app/test-app.ts";

test.each([
  { columns: 40, rows: 10 },
  { columns: 80, rows: 24 },
  { columns: 160, rows: 50 },
])("the first frame is that of the started app: %j", async (size) => {
  const first = await loadFirstScreen({});
  const app = await testApp();
  const store = createStore(first.slices);
  store.dispatch(showScreen("webhooks"));
  store.dispatch(setReceiver(app.state().session.receiver));
  for (const one of [store, app.store]) one.dispatch(setWindow({ size, nowMs: someMomentMs }));
  expect(frameOf(store.get(), first)).toEqual(frameOf(app.state(), registry));
});

test("keys before the app has started wait for it", async () => {
  const app = await testApp();
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
  const { host, type, output } = fakeTerminal();
  const stop = openTerminal(
    {
      note: null,
      noColor: true,
      interface: {
        theme: { base: "dark", colors: {} },
        mouse: false,
        columns: {},
        timeZone: "utc",
        confirm: confirmDefaults,
        notify: "off",
        keys: {},
      },
      screenReader: false,
      describe: (error) => {
        throw error;
      },
      log: () => {},
    },
    {
      registry: await loadFirstScreen({}),
      prepare: () => {},
      async start(): Promise<RunningApp> {
        await loaded;
        return {
          app,
          typed: () => {},
          async close() {
            await app.close();
            return null;
          },
        };
      },
    },
    host,
  );
  onTestFinished(stop);
  await expect.poll(output).toContain("[1 Webhooks]");
  type("2");
  type("4");
  expect(navSlice.get(app.state()).screen).toBe("webhooks");
  load();
  await expect.poll(() => navSlice.get(app.state()).screen).toBe("jobs");
  type("5");
  await expect.poll(() => navSlice.get(app.state()).screen).toBe("messages");
});

/** Returns a terminal that nobody sees, whose process does not exit. */
function fakeTerminal() {
  const fd = openSync(devNull, "w");
  onTestFinished(() => closeSync(fd));
  const stdin = Object.assign(new PassThrough(), {
    isTTY: true,
    setRawMode: () => stdin,
    unref: () => stdin,
  });
  let text = "";
  const stdout = Object.assign(
    new Writable({
      write(chunk: Buffer, _encoding, done) {
        text += chunk.toString();
        done();
      },
    }),
    { isTTY: true, columns: 80, rows: 24, fd },
  );
  const never = async () => new Promise<never>(() => {});
  const host: Host = {
    stdin: stdin as unknown as Host["stdin"],
    stdout: stdout as unknown as Host["stdout"],
    guard({ giveBack }) {
      onTestFinished(giveBack);
      return { exit: never, fail: never };
    },
  };
  return { host, type: (key: string) => stdin.write(key), output: () => text };
}
