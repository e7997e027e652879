import { shownZone } from "../../../tui/state/preferences.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { PaneViewer } from "../../../tui/viewer/pane-viewer.ts";
import { viewerIn } from "../../../tui/viewer/state.ts";
import { detailRoom, isDetailSplit } from "../layout.ts";
import { deliveriesSlice, type DetailPane, setDeliveries } from "../state/deliveries.ts";
import { surroundingsSlice } from "../state/surroundings.ts";
import { deliveryContent } from "./delivery-content.ts";

/** Returns the tab that a pane of the detail shows. */
export function tabOf(state: AppState, id: string): DetailPane {
  const { pane, sidePane } = deliveriesSlice.get(state);
  if (!isDetailSplit(state)) return pane;
  return id === "request" ? "request" : sidePane;
}

/** Returns the viewer of a pane of the detail; null until a detail is loaded. */
export function detailViewer(state: AppState, id: string): PaneViewer | null {
  const { detail, detailOf, viewer, sideViewer } = deliveriesSlice.get(state);
  if (detail === null) return null;
  const { columns, rows, header } = detailRoom(state, id);
  const { known } = surroundingsSlice.get(state);
  const tab = tabOf(state, id);
  const shown = {
    detail,
    surroundings: known?.of === detailOf ? known : null,
    zone: shownZone(state),
    columns,
    isSplit: isDetailSplit(state),
  };
  const of = `${detail.seq} ${tab}`;
  const isRequest = tab === "request";
  return {
    // The tabs share the searched text.
    state: isRequest ? viewerIn(viewer, of) : { ...viewerIn(sideViewer, of), query: viewer.query },
    content: deliveryContent(shown, tab),
    size: { columns, rows },
    y: header.length,
    put: (changed) =>
      setDeliveries(
        isRequest
          ? { viewer: changed }
          : { sideViewer: changed, viewer: { ...viewer, query: changed.query } },
      ),
  };
}
