import { repoText } from "../../../tables/values.ts";
import { type Line, line, lineWidth, type Span, span } from "../../../text/line.ts";
import { type Visible, v, visible } from "../../../text/visible.ts";
import { paragraph } from "../../../tui/components/paragraph.ts";
import { viewerPane } from "../../../tui/components/viewer-pane.ts";
import type { PaneContent } from "../../../tui/records/screen.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { deliveriesArrangement, detailRoom, isDetailSplit } from "../layout.ts";
import { detailKey } from "../list/needs.ts";
import { deliveriesSlice, type DetailPane, detailPanes, selectedDelivery } from "../state/deliveries.ts";
import { detailViewer, tabOf } from "./detail-viewer.ts";

/** Draws a pane of the detail of the selected delivery: all tabs, or the request and the others. */
export function detailPane(state: AppState, id: string): PaneContent {
  const { detail, focus } = deliveriesSlice.get(state);
  const isFocused = focus === "detail" && deliveriesArrangement.focusedPane(state) === id;
  const { header: head, columns } = detailRoom(state, id);
  const title = id === "request" ? requestTitle(state) : tabs(state, tabOf(state, id), columns);
  if (detail === null) return { title, lines: missingDetail(state, columns) };
  return viewerPane({ title, head }, detailViewer(state, id), isFocused);
}

/** Columns of a border beside a title. */
const borderColumns = 4;

/** Draws the tabs with their counts, as far as the border has room. */
function tabs(state: AppState, shown: DetailPane, columns: number): readonly Span[] {
  const { detail } = deliveriesSlice.get(state);
  const names = isDetailSplit(state) ? detailPanes.filter((name) => name !== "request") : detailPanes;
  const counts = { headers: detail?.headers.length, attempts: detail?.attempts.length };
  const drawn = (label: (name: DetailPane) => Visible) =>
    names.flatMap((name, index): readonly Span[] => {
      const text = name === shown ? span(v`[${label(name)}]`) : span(label(name), "muted");
      const click = { command: "deliveries.show-tab", argument: name };
      return [...(index === 0 ? [] : [span(v` `)]), { ...text, click }];
    });
  const whole = (name: DetailPane) => v`${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  const counted = (name: DetailPane) => {
    const count = name === "headers" || name === "attempts" ? counts[name] : undefined;
    return count === undefined ? whole(name) : v`${whole(name)} ${count}`;
  };
  const short = (name: DetailPane) => (name === shown ? whole(name) : v`${whole(name).slice(0, 4)}`);
  const fits = (spans: readonly Span[]) => lineWidth(line(...spans)) <= columns + 2 - borderColumns;
  return [counted, whole].map(drawn).find(fits) ?? drawn(short);
}

function requestTitle(state: AppState): readonly Span[] {
  const { detail } = deliveriesSlice.get(state);
  if (detail === null) return [span(v`Request`)];
  const { seq, event, repo } = detail;
  const about = [
    ...(event === null ? [] : [`${event.scope} ${event.action}`]),
    ...(repo === null ? [] : [repoText(detail)]),
  ];
  return [span(v`Request of #${seq}`), span(visible(about.map((text) => ` · ${text}`).join("")), "muted")];
}

/** Says why there is no detail. */
function missingDetail(state: AppState, columns: number): readonly Line[] {
  const row = selectedDelivery(state);
  if (row === null) return [];
  const isRead = detailKey(row) === deliveriesSlice.get(state).detailOf;
  const text = isRead ? v`Delivery #${row.seq} is no longer in the log.` : v`Loading…`;
  return paragraph([span(text, "muted")], columns);
}
