import { expect, it } from "vitest";
import { closeDialog, navSlice, openDialog, showScreen } from "../../../src/tui/state/nav.ts";
import { createStore } from "../../../src/tui/state/store.ts";

const seal = openDialog({ kind: "seal" });

it("closes the dialogs of a screen when another one is shown, and keeps them over the same one", () => {
  const store = createStore([navSlice]);
  for (const action of [showScreen("policies"), seal, showScreen("policies")]) store.dispatch(action);
  expect(navSlice.get(store.get())).toEqual({ screen: "policies", dialogs: [{ kind: "seal" }], typed: "" });
  store.dispatch(showScreen("webhooks"));
  expect(navSlice.get(store.get())).toEqual({ screen: "webhooks", dialogs: [], typed: "" });
});

it("returns from a dialog to the screen that led to it", () => {
  const store = createStore([navSlice]);
  store.dispatch(showScreen("webhooks"));
  store.dispatch(openDialog({ kind: "dispatch", returnsTo: "deliveries" }));
  store.dispatch(closeDialog());
  expect(navSlice.get(store.get())).toEqual({ screen: "deliveries", dialogs: [], typed: "" });
});
