import { expect, it } from "vitest";
import { setHub, setReceiver } from "../../../src/screens/connection-state.ts";
import { webhookFormKind } from "../../../src/screens/webhooks/dialogs/editor/webhook-form.ts";
import { webhooksLoaded } from "../../../src/screens/webhooks/state/webhooks.ts";
import { testApp, type TestApp } from "../../support/app/test-app.ts";

/** Opens the form of a new webhook before the app is connected. */
async function openEarly() {
  const app = await testApp();
  app.store.dispatch(setReceiver({ link: { state: "connecting" }, url: null }));
  app.press("1", "c");
  return app;
}

/** Connects in the steps in which the receiver and the hub answer. */
function connect({ store }: TestApp): void {
  store.dispatch(setReceiver({ link: { state: "up" }, isOwn: true, url: "http://127.0.0.1:7860" }));
  store.dispatch(webhooksLoaded([], 1));
  store.dispatch(setHub({ link: { state: "up" }, account: "me" }));
}

function fields(app: TestApp) {
  const form = webhookFormKind.find(app.store.get());
  return {
    url: form?.url.value,
    offered: form?.offered?.name,
    hasSecret: (form?.secret.value ?? "") !== "",
    watch: form?.watch.value,
    focus: form?.focus,
  };
}

const address = "http://127.0.0.1:7860/webhooks/inbox";

it("fills untouched fields of an early form when their values are known", async () => {
  const app = await openEarly();
  expect(fields(app)).toMatchObject({ url: "", hasSecret: false, focus: "url" });
  connect(app);
  expect(fields(app)).toEqual({ url: address, offered: "me", hasSecret: true, watch: "", focus: "watch" });
  const { secret } = webhookFormKind.find(app.store.get()) ?? {};
  app.store.dispatch(setHub({ account: "you" }));
  expect(webhookFormKind.find(app.store.get())?.secret).toBe(secret);
});

it("keeps what was typed, and fills the other fields", async () => {
  const app = await openEarly();
  app.press("tab", ..."org:acme");
  connect(app);
  expect(fields(app)).toMatchObject({ url: address, hasSecret: true, watch: "org:acme", focus: "watch" });
});

it("does not replace a typed address, nor one that was removed", async () => {
  const app = await openEarly();
  app.press("x");
  connect(app);
  expect(fields(app)).toMatchObject({ url: "x", hasSecret: true, offered: "me", focus: "url" });
  app.press("backspace");
  app.store.dispatch(setHub({ account: "you" }));
  expect(fields(app)).toMatchObject({ url: "", focus: "url" });
});
