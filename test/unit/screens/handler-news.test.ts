import { expect, it } from "vitest";
import { setReceiver } from "../../../src/screens/connection-state.ts";
import { testApp } from "../../support/app/test-app.ts";

const handler = { route: "train", file: "train.ts", error: null, ready: true, loads: 1 };
const broken = { ...handler, error: "SyntaxError: Unexpected token (train.ts:1)", loads: 2 };

async function appWithHandler() {
  const app = await testApp();
  const save = (...handlers: readonly (typeof handler | typeof broken)[]) =>
    app.store.dispatch(setReceiver({ pid: 7, handlers }));
  save(handler);
  const toasts = () => app.state().messages.toasts.map(({ tone, text }) => `${tone} ${text}`);
  return { ...app, save, toasts };
}

it("says nothing of the handlers of a receiver that was just connected", async () => {
  expect((await appWithHandler()).toasts()).toEqual([]);
});

it("says that a saved handler is reloaded, and that a new one is loaded", async () => {
  const { save, toasts } = await appWithHandler();
  save({ ...handler, loads: 2 }, { ...handler, route: "new", file: "new.ts" });
  expect(toasts()).toEqual(["ok train.ts reloaded", "ok new.ts loaded"]);
});

it("says on every save why a handler is broken, and which version runs, until one is loaded", async () => {
  const { save, toasts, press } = await appWithHandler();
  const text = "train.ts is broken: SyntaxError: Unexpected token (train.ts:1). The previous version runs.";
  press("2");
  save(broken);
  expect(toasts()).toEqual([`error ${text}`]);
  press("1");
  expect(toasts()).toEqual([]);
  save({ ...broken, loads: 3 });
  expect(toasts()).toEqual([`error ${text}`]);
  save({ ...handler, loads: 4 });
  expect(toasts()).toEqual(["ok train.ts reloaded"]);
});

it("says that deliveries fail if no version was ever loaded", async () => {
  const { save, toasts } = await appWithHandler();
  save({ ...broken, ready: false });
  expect(toasts()).toEqual([
    "error train.ts is broken: SyntaxError: Unexpected token (train.ts:1). Its deliveries fail.",
  ]);
});
