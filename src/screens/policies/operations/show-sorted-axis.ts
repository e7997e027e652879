import type { Store } from "../../../tui/state/store.ts";
import { sortedAxis } from "../list/heat-table.ts";
import { shownPage } from "../select/selection.ts";
import { policiesSlice, setPolicies } from "../state/policies.ts";

/** Selects the axis that the heat map is sorted by in the shown policy, unless the list of differing policies led to that. */
export function showSortedAxis(store: Store): void {
  const policies = policiesSlice.get(store.get());
  const column = sortedAxis(store.get());
  if (column === null || policies.openedFrom !== null || shownPage(policies) === null) return;
  store.dispatch(setPolicies({ cell: { row: -1, column }, pane: "cell", paneTop: 0 }));
}
