import { openDialog } from "../../../tui/state/nav.ts";
import type { Store } from "../../../tui/state/store.ts";
import { selectedPolicy } from "../selection.ts";
import { policiesSlice, setPolicies } from "../state.ts";

/**
 * Opens the list of differing policies again if the selected one was opened from it. The policy is compared with the
 * baseline again, as the list behind is.
 */
export function reopenChanges(store: Store): void {
  const policies = policiesSlice.get(store.get());
  const { openedFrom } = policies;
  const path = selectedPolicy(policies)?.path;
  if (openedFrom === null || path === undefined) return;
  if (openedFrom.policies[openedFrom.view.selected]?.path !== path) return;
  const { [path]: _, ...bases } = policies.bases;
  store.dispatch(setPolicies({ openedFrom: null, bases, page: null }));
  store.dispatch(openDialog(openedFrom));
}
