import { expect, it } from "vitest";
import { openFor } from "../../../../../src/screens/policies/operations/show-done.ts";
import {
  pageLoaded,
  policiesScanned,
  policiesSlice,
  setPolicies,
} from "../../../../../src/screens/policies/state/policies.ts";
import { navSlice, openDialog, showScreen } from "../../../../../src/tui/state/nav.ts";
import type { Action } from "../../../../../src/tui/state/slice.ts";
import { createStore } from "../../../../../src/tui/state/store.ts";
import { pageOf } from "../../../../support/app/policy-state.ts";
import { shippedPolicy } from "../../../../support/policy/policy-folder.ts";

const path = "/p/p.yaml";
const page = pageOf(shippedPolicy("healthcare"), path);
const files = [{ path, name: "p.yaml", stamp: "1" }];

/** Returns the kinds of the open dialogs after a policy was shown, other actions, and a dialog about it. */
function opened(actions: readonly Action[], about = path): readonly string[] {
  const store = createStore([navSlice, policiesSlice]);
  store.dispatch(showScreen("policies"));
  store.dispatch(policiesScanned({ files, isCut: false, problem: null }, 1));
  store.dispatch(pageLoaded(page));
  store.dispatch(setPolicies({ focus: "matrix" }));
  for (const action of actions) store.dispatch(action);
  const isOpened = openFor(store, about, { kind: "seal" });
  const kinds = navSlice.get(store.get()).dialogs.map(({ kind }) => kind);
  expect(isOpened).toBe(kinds.includes("seal"));
  return kinds;
}

it("opens a dialog about the shown policy", () => {
  expect(opened([])).toEqual(["seal"]);
});

it.each([
  ["another screen", [showScreen("webhooks")], path, []],
  ["another dialog", [openDialog({ kind: "help" })], path, ["help"]],
  ["another policy", [], "/p/q.yaml", []],
  ["the list", [setPolicies({ focus: "list" })], path, []],
] as const)("opens none over %s, to which the person went meanwhile", (_where, actions, about, kinds) => {
  expect(opened(actions, about)).toEqual(kinds);
});
