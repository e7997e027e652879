import { isGeneralRow } from "../../../policy-service/policy-page.ts";
import { isPaneShown } from "../../../tui/layout.ts";
import { shownZone } from "../../../tui/state/preferences.ts";
import type { Store } from "../../../tui/state/store.ts";
import { cellToDiscussion } from "../detail/cell-lines.ts";
import { generalToDiscussion } from "../detail/general-lines.ts";
import { detailSize, policiesArrangement } from "../layout.ts";
import { selectedPart, shownPage } from "../select/selection.ts";
import { paneShown, policiesSlice, setPolicies } from "../state/policies.ts";

/**
 * Shows the Cell tab with the end of the discussion, and as much above it as fits, if a part is still selected. The
 * focus stays where the tab is visible.
 */
export function showDiscussion(store: Store, path: string, partId: string): void {
  const before = policiesSlice.get(store.get());
  if (shownPage(before)?.path !== path || selectedPart(before)?.id !== partId) return;
  const focus = before.pane === "source" ? "matrix" : before.focus;
  store.batch(() => {
    store.dispatch(setPolicies({ pane: "cell", focus }));
    if (!isPaneShown(store.get(), policiesArrangement, "detail")) store.dispatch(paneShown("cell"));
    const policies = policiesSlice.get(store.get());
    const page = shownPage(policies);
    if (page === null) return;
    const { row, column } = policies.cell;
    const { columns, rows } = detailSize(store.get());
    const zone = shownZone(store.get());
    const { length } =
      page.general !== null && isGeneralRow(page, row)
        ? generalToDiscussion(page, page.general, columns, zone)
        : cellToDiscussion(page, row, column, columns, zone);
    store.dispatch(setPolicies({ paneTop: Math.max(0, length - rows) }));
  });
}
