import type { OpenItem } from "../../../policy/open-items.ts";
import { isPaneShown } from "../../../tui/layout.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import type { Store } from "../../../tui/state/store.ts";
import { policiesArrangement } from "../layout.ts";
import { endZoom } from "../operations/end-zoom.ts";
import { endDone } from "../operations/show-done.ts";
import { placeIn } from "../select/matrix-order.ts";
import { openItemsOf, nextItem } from "../select/open-items.ts";
import type { PoliciesState } from "../select/policies-state.ts";
import { shownPage } from "../select/selection.ts";
import { openItemShown, policiesSlice, setPolicies } from "../state/policies.ts";

/** Shows the next or previous open item, in the order of the screen. */
export function goToOpen(store: Store, step: 1 | -1): void {
  const policies = policiesSlice.get(store.get());
  const page = shownPage(policies);
  if (page === null) return;
  const item = nextItem(openItemsOf(page), lastItem(policies), step, placeIn(page, policies.order));
  if (item === null) showMessage(store, "ok", "Everything is approved");
  else {
    store.batch(() => {
      // The next keys are about the item, not about the text that was read last.
      if (isPaneShown(store.get(), policiesArrangement, "matrix"))
        store.dispatch(setPolicies({ focus: "matrix" }));
      showOpen(store, item);
      endZoom(store);
    });
  }
}

/** Returns the item that was shown last, at the selected row if the user went to another one since. */
function lastItem({ openItem, openCell, cell }: PoliciesState): OpenItem | null {
  if (openItem === null || !("clause" in openItem) || cell.row < 0 || cell.row === openCell?.row)
    return openItem;
  return { ...openItem, clause: cell.row };
}

/** Shows an open item. The status line says what it is, in place of what was done before. */
export function showOpen(store: Store, item: OpenItem): void {
  store.batch(() => {
    endDone(store);
    store.dispatch(openItemShown(item));
  });
}
