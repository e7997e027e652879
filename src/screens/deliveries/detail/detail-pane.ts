import { type Span, span } from "../../../text/line.ts";
import { v } from "../../../text/visible.ts";
import type { PaneContent } from "../../../tui/screen.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { viewerPane } from "../../../tui/viewer/viewer-pane.ts";
import { deliveriesLayout } from "../layout.ts";
import { deliveriesSlice, detailPanes } from "../state.ts";
import { detailViewer } from "./detail-viewer.ts";
import { detailFooter } from "./failure-lines.ts";

/** Draws the detail of the selected delivery. */
export function detailPane(state: AppState): PaneContent {
  const { detail, pane, focus } = deliveriesSlice.get(state);
  const title = detailPanes.flatMap((name, index): readonly Span[] => {
    const counted =
      name === "headers" ? detail?.headers.length : name === "attempts" ? detail?.attempts.length : undefined;
    const text = v`${name.charAt(0).toUpperCase()}${name.slice(1)}${counted === undefined ? "" : ` ${counted}`}`;
    const gap = index === 0 ? [] : [span(v` `)];
    const click = { command: "deliveries.show-tab", argument: name };
    return [...gap, { ...(name === pane ? span(v`[${text}]`) : span(text, "muted")), click }];
  });
  const { header: head } = deliveriesLayout(state);
  return viewerPane({ title, head, below: detailFooter(state) }, detailViewer(state), focus === "detail");
}
