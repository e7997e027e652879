import { type DialogData, navSlice, openDialog } from "../../../tui/state/nav.ts";
import type { Store } from "../../../tui/state/store.ts";
import { shownPage } from "../select/selection.ts";
import { policiesSlice } from "../state/policies.ts";

/**
 * Opens a dialog about an open policy that waited for the thread. Returns false if the person has gone on meanwhile:
 * to another screen, the list, another policy, or another dialog.
 */
export function openFor(store: Store, path: string, dialog: DialogData): boolean {
  const state = store.get();
  const { screen, dialogs } = navSlice.get(state);
  const policies = policiesSlice.get(state);
  const isOpen = policies.focus !== "list" && shownPage(policies)?.path === path;
  if (screen !== "policies" || dialogs.length > 0 || !isOpen) return false;
  store.dispatch(openDialog(dialog));
  return true;
}
