import { shownZone } from "../../../tui/state/preferences.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { PaneViewer } from "../../../tui/viewer/pane-viewer.ts";
import { viewerIn } from "../../../tui/viewer/state.ts";
import { deliveriesLayout } from "../layout.ts";
import { deliveriesSlice, setDeliveries } from "../state.ts";
import { deliveryContent } from "./delivery-content.ts";
import { detailFooter } from "./failure-lines.ts";

/** Returns the viewer of the detail; null until a detail is loaded. */
export function detailViewer(state: AppState): PaneViewer | null {
  const { detail, pane, viewer } = deliveriesSlice.get(state);
  if (detail === null) return null;
  const { detailColumns, detailRows, header } = deliveriesLayout(state);
  return {
    state: viewerIn(viewer, `${detail.seq} ${pane}`),
    content: deliveryContent(detail, pane, detailColumns, shownZone(state)),
    size: { columns: detailColumns, rows: detailRows - detailFooter(state).length },
    y: header.length,
    put: (changed) => setDeliveries({ viewer: changed }),
  };
}
