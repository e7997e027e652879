import { describe, expect, it } from "vitest";
import { newestRowsLoaded } from "../../../src/screens/deliveries/state/deliveries.ts";
import { webhooksLoaded } from "../../../src/screens/webhooks/state/webhooks.ts";
import { activeScopes, focusedField } from "../../../src/tui/focus.ts";
import { messageShown } from "../../../src/tui/state/messages.ts";
import { topDialog } from "../../../src/tui/state/nav.ts";
import { aWebhook } from "../../support/a-webhook.ts";
import { pageOf, someMomentMs } from "../../support/app/deliveries.ts";
import { registry } from "../../support/app/registry.ts";
import type { KnownState } from "../../support/app/state.ts";
import { testApp } from "../../support/app/test-app.ts";

const twoWebhooks = webhooksLoaded(
  ["6390e855e30d9209411de93b", "639102acff0e1c4d5a7b0f12"].map((id) =>
    aWebhook({ id, watched: [{ type: "org", name: "acme" }] }),
  ),
  someMomentMs,
);

const overlays = (state: KnownState) => state.nav.dialogs.map(({ kind }) => kind);

describe("a key", () => {
  it("goes to the focused field, where q is a letter, like the keys of the screen", async () => {
    const app = await testApp();
    app.press("c");
    for (const key of ["q", "1", "n", "?", "/", ":", "space", "d"]) app.press(key);
    expect(overlays(app.state())).toEqual(["webhook-form"]);
    expect(focusedField(registry, app.state())?.field.value).toBe("q1n?/: d");
    expect(app.asked).toEqual([]);
  });

  it("goes to the topmost dialog, and not to the screen under it", async () => {
    const app = await testApp();
    app.store.dispatch(twoWebhooks);
    app.press("d");
    expect(topDialog(app.state())).toMatchObject({
      kind: "confirm",
      title: "Delete webhook 6390e855e30d9209411de93b?",
    });
    app.press("j", "enter", "2", "r", "t", "o", "/", ":");
    expect(overlays(app.state())).toEqual(["confirm"]);
    expect(app.state()).toMatchObject({
      nav: { screen: "webhooks" },
      webhooks: { view: { selected: 0 }, busy: {} },
    });
    expect(app.state().messages.toasts.map(({ text }) => text)).toEqual([": has no command in this dialog."]);
    app.press("esc", "j");
    expect(app.state()).toMatchObject({ nav: { dialogs: [] }, webhooks: { view: { selected: 1 } } });
  });

  it("goes to the screen, then to its list, then to the app: a screen's key shadows a list's", async () => {
    const app = await testApp();
    expect(activeScopes(registry, app.state())).toEqual(["webhooks", "list", "global", "screens", "always"]);
    app.press("2");
    expect(activeScopes(registry, app.state())).toEqual([
      "deliveries",
      "list",
      "global",
      "screens",
      "always",
    ]);
    app.press("/");
    expect(activeScopes(registry, app.state())).toEqual(["filter-line", "suggestions", "filter", "always"]);
  });

  it.each([
    ["on a screen", []],
    ["in a form", ["c"]],
    ["in the palette", [":"]],
    ["in the help", ["?"]],
    ["in the filter", ["2", "/"]],
    ["in a question over a form", ["c", "x", "esc"]],
    ["in the trigger's field", ["t", "tab"]],
  ])("always works as Ctrl+C, Ctrl+Z and Ctrl+L %s", async (_where, keys) => {
    const app = await testApp();
    app.press(...keys);
    app.press("ctrl+c", "ctrl+z", "ctrl+l");
    expect(app.asked).toEqual(["quit 130", "suspend", "redraw"]);
  });
});

describe("one read", () => {
  it("handles every key, and notifies listeners once", async () => {
    const app = await testApp();
    app.press("2");
    app.store.dispatch(newestRowsLoaded(pageOf(100, 1)));
    let told = 0;
    app.store.subscribe(() => (told += 1));
    app.read("j".repeat(20));
    expect([app.state().deliveries.selectedSeq, told]).toEqual([80, 1]);
  });

  it("can change the focus for its remaining keys", async () => {
    const app = await testApp();
    app.read("corg:acme\u0013");
    expect(topDialog(app.state())).toMatchObject({
      kind: "webhook-form",
      watched: [{ type: "org", name: "acme" }],
    });
    app.read("\u001b");
    app.read("y2/q");
    expect(app.state()).toMatchObject({
      nav: { screen: "deliveries", dialogs: [] },
      deliveries: { editingFilter: true },
    });
    expect(app.state().deliveries.field.value).toBe("q");
  });

  it("inserts a paste as text, wherever it goes", async () => {
    const app = await testApp();
    const paste = (text: string) => app.read(`\u001b[200~${text}\u001b[201~`);
    paste("q2n?");
    expect([app.state().nav.screen, overlays(app.state()), app.asked]).toEqual(["webhooks", [], []]);
    app.press("c");
    paste("org:acme\u0003\norg:b");
    expect(focusedField(registry, app.state())?.field.value).toBe("org:acme\u0003 org:b");
  });
});

describe("a disabled command", () => {
  it("shows the reason when its key is pressed on a screen", async () => {
    const app = await testApp();
    app.press("d");
    expect(app.state().messages.toasts).toMatchObject([{ tone: "warn", text: "No webhook is selected." }]);
    // The next key removes the message.
    app.press("j");
    expect(app.state().messages.toasts).toEqual([]);
  });

  it("shows that a typed key has no command, also in a dialog, but not for control keys", async () => {
    const app = await testApp();
    app.press("b");
    expect(app.state().messages.toasts).toMatchObject([
      { tone: "warn", text: "b works on Deliveries, not here; ? shows the keys." },
    ]);
    for (const keys of [["alt+z"], ["f9"], ["esc"]]) {
      app.press(...keys);
      expect(app.state().messages.toasts).toEqual([]);
    }
    app.press("m", "b");
    expect(app.state().messages.toasts).toMatchObject([{ text: "b has no command in this dialog." }]);
  });

  it("leaves nothing of a refused key in the history", async () => {
    const app = await testApp();
    for (const key of ["b", "Y", "d"]) {
      app.press(key);
      expect(app.state().messages.toasts).toMatchObject([{ tone: "warn" }]);
    }
    expect(app.state().messages.history).toEqual([]);
  });

  it("is silent for Esc", async () => {
    const app = await testApp();
    for (const key of ["esc", "2", "esc"]) {
      app.press(key);
      expect(app.state().messages.toasts).toEqual([]);
    }
  });

  it("shows the reason in the help too, also of a command that needs a detail on another screen", async () => {
    const app = await testApp();
    const shown = () => app.state().messages.toasts.at(-1)?.text;
    app.press("?", ..."return to", "enter");
    expect(shown()).toBe("Nothing is marked, and no filter is set.");
    app.press("?", ..."return to", "down", "enter");
    expect(shown()).toBe("Press Enter, then Esc: Return to the list");
    expect(overlays(app.state())).toEqual([]);
  });
});

it("copies the ID by y and Enter, and what is chosen in the menu", async () => {
  const app = await testApp();
  app.store.dispatch(newestRowsLoaded(pageOf(2, 1)));
  app.press("2", "y", "enter", "y");
  expect(overlays(app.state())).toEqual(["copy"]);
  app.press("down", "enter");
  expect(overlays(app.state())).toEqual([]);
  app.press("y", "enter");
  expect(app.asked).toEqual(["copy 2", "copy me/repo-2", "copy 2"]);
});

it("keeps ok toasts until they expire, and removes warnings and errors on a key", async () => {
  const app = await testApp();
  app.store.dispatch(messageShown("ok", "done", someMomentMs));
  app.store.dispatch(messageShown("error", "failed", someMomentMs));
  app.press("j");
  expect(app.state().messages.toasts.map(({ text }) => text)).toEqual(["done"]);
  expect(app.state().messages.history.map(({ text }) => text)).toEqual(["done", "failed"]);
});

it("copies the ID of the current row, but none under a dialog", async () => {
  const app = await testApp();
  app.store.dispatch(twoWebhooks);
  app.press("j", "y", "enter");
  app.press("?", "y");
  expect(overlays(app.state())).toEqual(["help"]);
  expect(app.asked).toEqual(["copy 639102acff0e1c4d5a7b0f12"]);
});

it("generates a secret that can be undone in one step", async () => {
  const app = await testApp();
  app.press("c", "shift+tab", "shift+tab", "shift+tab");
  app.read("old");
  app.press("ctrl+g");
  const made = focusedField(registry, app.state())?.field.value;
  expect(made).toMatch(/^[0-9a-f]{32}$/);
  app.press("ctrl+_");
  expect(focusedField(registry, app.state())?.field.value).toBe("old");
});
