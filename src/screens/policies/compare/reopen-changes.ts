import { openDialog } from "../../../tui/state/nav.ts";
import type { Store } from "../../../tui/state/store.ts";
import { selectedPolicy } from "../selection.ts";
import { policiesSlice, setPolicies } from "../state.ts";

/** Opens the list of differing policies again if the selected one was opened from it. */
export function reopenChanges(store: Store): void {
  const policies = policiesSlice.get(store.get());
  const { openedFrom } = policies;
  const opened = openedFrom?.policies[openedFrom.view.selected]?.path;
  if (openedFrom === null || opened !== selectedPolicy(policies)?.path) return;
  store.dispatch(setPolicies({ openedFrom: null }));
  store.dispatch(openDialog(openedFrom));
}
