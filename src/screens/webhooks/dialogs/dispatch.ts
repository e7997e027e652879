import { span } from "../../../text/line.ts";
import { v } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { box, contentColumns, contentRows } from "../../../tui/dialogs/box.ts";
import type { Dialog, Floating } from "../../../tui/records/screen.ts";
import { shownZone } from "../../../tui/state/preferences.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { PaneViewer } from "../../../tui/viewer/pane-viewer.ts";
import { drawViewer } from "../../../tui/viewer/view.ts";
import { type DispatchPage, dispatchKind } from "../state/dispatch-page.ts";
import { currentDispatch } from "../state/shown-activity.ts";
import { dispatchContent } from "./dispatch-content.ts";

/** Returns the columns of the content, without border and padding: 10 to 110. */
function wideBoxColumns(state: AppState): number {
  return contentColumns(state, 110);
}

export const dispatchDialog: Dialog<DispatchPage> = {
  kind: "dispatch",
  helpTitle: "Dispatch attempts",
  hasListKeys: true,
  showsDisabledReason: true,
  viewer: dispatchViewer,
  copyText: (state) => currentDispatch(state)?.id.toString() ?? null,
  box: dispatchBox,
};

function dispatchViewer(state: AppState, page: DispatchPage): PaneViewer | null {
  const { detail, viewer } = page;
  if (detail === null) return null;
  return {
    state: viewer,
    content: dispatchContent(detail, shownZone(state)),
    size: { columns: wideBoxColumns(state), rows: contentRows(state) },
    y: 0,
    put: (moved) => dispatchKind.put({ ...page, viewer: moved }),
  };
}

/** Draws the attempts and the payload of a dispatch, or why they are missing. */
function dispatchBox(state: AppState, page: DispatchPage): Floating {
  const width = wideBoxColumns(state);
  const { detail, error, id } = page;
  const viewer = dispatchViewer(state, page);
  if (detail === null || viewer === null) {
    const text = error === null ? span(v`Loading…`, "muted") : span(v`✗ ${error}`, "error");
    return box(state, { title: v`Dispatch ${id}`, lines: wrapWords(text, width), cursor: null, width });
  }
  const { lines, caret, position } = drawViewer(viewer.state, viewer.content, viewer.size, true);
  const { event, repo } = detail;
  return box(state, {
    title: v`Dispatch ${id}: ${event.scope} ${event.action} of ${repo.type}:${repo.name}`,
    lines,
    cursor: caret === null ? null : { x: caret, y: 0 },
    width,
    position,
  });
}
