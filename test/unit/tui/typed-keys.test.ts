import { expect, it } from "vitest";
import { documentedEvents } from "../../../src/model/event.ts";
import { newestRowsLoaded } from "../../../src/screens/deliveries/state/deliveries.ts";
import { webhooksLoaded } from "../../../src/screens/webhooks/state/webhooks.ts";
import { sortOf } from "../../../src/tui/state/sorts.ts";
import { matchTyped } from "../../../src/tui/type-ahead.ts";
import { aWebhook } from "../../support/a-webhook.ts";
import { pageOf, someMomentMs } from "../../support/app/deliveries.ts";
import type { KnownState } from "../../support/app/state.ts";
import { testApp } from "../../support/app/test-app.ts";

const overlays = (state: KnownState) => state.nav.dialogs.map(({ kind }) => kind);
const webhooks = webhooksLoaded(
  ["6390e855e30d9209411de93b", "639102acff0e1c4d5a7b0f12"].map((id) =>
    aWebhook({ id, watched: [{ type: "org", name: "acme" }] }),
  ),
  someMomentMs,
);

it("continues a sequence in a box, which Esc and other keys leave alone", async () => {
  const app = await testApp();
  app.store.dispatch(webhooks);
  app.press("m");
  expect(overlays(app.state())).toEqual(["sequence"]);
  // No command continues with it.
  app.press("Q");
  expect(overlays(app.state())).toEqual(["sequence"]);
  app.press("n");
  expect(overlays(app.state())).toEqual(["webhook-name"]);
  app.press("esc", "g", "esc");
  expect(overlays(app.state())).toEqual([]);
});

it("runs a sequence that is typed in one read, and the selected continuation", async () => {
  const app = await testApp();
  app.store.dispatch(webhooks);
  app.read("jgg");
  expect(app.state()).toMatchObject({ nav: { dialogs: [] }, webhooks: { view: { selected: 0 } } });
  app.press("g", "down", "down", "up", "enter");
  expect(overlays(app.state())).not.toContain("sequence");
});

it("selects in a chooser by what is typed, and starts again where nothing has both", async () => {
  const app = await testApp();
  app.store.dispatch(newestRowsLoaded(pageOf(2, 1)));
  app.press("2", "y");
  app.read("rep");
  expect(app.state().nav.typed).toBe("rep");
  app.press("enter");
  app.press("y");
  app.read("repi");
  expect(app.state().nav.typed).toBe("i");
  app.press("down");
  expect(app.state().nav.typed).toBe("");
  app.press("~");
  expect(app.state().messages.toasts.at(-1)?.text).toBe('No row begins with "~".');
  expect(app.asked).toEqual(["copy me/repo-2"]);
});

it("finds the start of a text before that of a word, in any case and without accents", () => {
  const texts = ["repo.content.update", "Réunion", "new discussion", "discussion"];
  expect(matchTyped({ texts }, "REU")).toBe(1);
  expect(matchTyped({ texts }, "disc")).toBe(3);
  expect(matchTyped({ texts }, "cont")).toBe(0);
  expect(matchTyped({ texts }, "repo content")).toBe(0);
  expect(matchTyped({ texts }, "x")).toBe(-1);
});

it("selects a value of a form's choice by what is typed", async () => {
  const app = await testApp();
  app.store.dispatch(webhooks);
  app.press("t");
  app.read("disc");
  expect(app.state().nav.dialogs.at(-1)).toMatchObject({
    kind: "trigger",
    event: documentedEvents.findIndex(({ scope }) => scope === "discussion"),
  });
});

it("sorts a list by the initial of a column, reverses it, and goes on to the next with this initial", async () => {
  const app = await testApp();
  app.store.dispatch(newestRowsLoaded(pageOf(2, 1)));
  const sort = () => sortOf(app.state(), "deliveries");
  app.press("2", "E");
  expect(sort()).toEqual({ column: "event", descending: false });
  app.press("E");
  expect(sort()).toEqual({ column: "event", descending: true });
  app.press("Q");
  expect(app.state().messages.toasts.at(-1)?.text).toBe("Q has no command on this screen; ? shows the keys.");
  expect(app.state().messages.history).toEqual([]);
});

it("sorts by a column that is chosen, at first the one that sorts the list", async () => {
  const app = await testApp();
  app.store.dispatch(newestRowsLoaded(pageOf(2, 1)));
  app.press("2", "s");
  expect(overlays(app.state())).toEqual(["sort"]);
  app.read("rou");
  app.press("enter");
  expect(sortOf(app.state(), "deliveries")).toEqual({ column: "route", descending: false });
  app.press("s", "enter");
  expect(sortOf(app.state(), "deliveries")).toEqual({ column: "route", descending: true });
});
