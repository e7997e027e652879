import { openDialog } from "../../../tui/state/nav.ts";
import type { Store } from "../../../tui/state/store.ts";
import { selectedPolicy } from "../select/selection.ts";
import { policiesSlice, setPolicies } from "../state/policies.ts";

/**
 * Compares the selected policy with the baseline again, as the list does, and opens the list of differing policies again if
 * it was opened from there.
 */
export function endComparison(store: Store): void {
  const policies = policiesSlice.get(store.get());
  const { openedFrom } = policies;
  const path = selectedPolicy(policies)?.path;
  if (path === undefined) return;
  const { [path]: base, ...bases } = policies.bases;
  if (base !== undefined) store.dispatch(setPolicies({ bases, page: null }));
  if (openedFrom?.policies[openedFrom.view.selected]?.path !== path) return;
  store.dispatch(setPolicies({ openedFrom: null }));
  store.dispatch(openDialog(openedFrom));
}
