import { type DialogData, navSlice, openDialog } from "../../tui/state/nav.ts";
import type { Store } from "../../tui/state/store.ts";
import { policiesSlice, shownPage } from "./state.ts";

/**
 * Opens a dialog about a policy that waited for the thread, unless the person has gone on meanwhile: to another
 * screen, another policy, or another dialog.
 */
export function openFor(store: Store, path: string, dialog: DialogData): void {
  const state = store.get();
  const { screen, dialogs } = navSlice.get(state);
  const isHere = screen === "policies" && dialogs.length === 0;
  if (isHere && shownPage(policiesSlice.get(state))?.path === path) store.dispatch(openDialog(dialog));
}
