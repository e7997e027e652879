import { type DeliveryContext, deliveryTable } from "../../../tables/deliveries.ts";
import { dispatchTable } from "../../../tables/dispatches.ts";
import type { Line } from "../../../text/line.ts";
import { blank, line, span } from "../../../text/line.ts";
import { relativeTime } from "../../../text/relative-time.ts";
import { v } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { fitTable, tableLines } from "../../../tui/components/table.ts";
import type { Floating } from "../../../tui/dialogs/box.ts";
import { box, contentColumns, contentRows } from "../../../tui/dialogs/box.ts";
import { dialogRows } from "../../../tui/dialogs/list-box.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import { keepInView, type ListView, positionOf, viewList } from "../../../tui/list.ts";
import type { Registry } from "../../../tui/registry.ts";
import type { Dialog } from "../../../tui/screen.ts";
import { shownZone } from "../../../tui/state/preferences.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { windowSlice } from "../../../tui/state/window.ts";
import type { PaneViewer } from "../../../tui/viewer/pane-viewer.ts";
import { drawViewer } from "../../../tui/viewer/view.ts";
import { sessionSlice } from "../../session.ts";
import {
  activityCount,
  type ActivityList,
  type DispatchPage,
  currentDispatch,
  dispatchKind,
  activityKind,
} from "./activity.ts";
import { dispatchContent } from "./dispatch-content.ts";

/** Returns the columns of the content, without border and padding: 10 to 110. */
function wideBoxColumns(state: AppState): number {
  return contentColumns(state, 110);
}

/** Returns the visible rows of the activity, without its header and notes. */
function activityRows(state: AppState): number {
  return Math.max(1, dialogRows(state) - 3);
}

const copyDispatch = (state: AppState) => currentDispatch(state)?.id.toString() ?? null;

export const activityDialog: Dialog<ActivityList> = {
  kind: "activity",
  helpTitle: "Webhook activity",
  hasListKeys: true,
  showsDisabledReason: true,
  list: (state, list) =>
    viewList(list.view, activityCount(list), activityRows(state), (view) =>
      activityKind.put({ ...list, view }),
    ),
  copyText: copyDispatch,
  box: activityBox,
};

export const dispatchDialog: Dialog<DispatchPage> = {
  kind: "dispatch",
  helpTitle: "Dispatch attempts",
  hasListKeys: true,
  showsDisabledReason: true,
  viewer: dispatchViewer,
  copyText: copyDispatch,
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

/** Draws the activity of a webhook, and notes below it. */
function activityBox(state: AppState, list: ActivityList, registry: Registry): Floating {
  const width = wideBoxColumns(state);
  const rows = activityRows(state);
  const count = activityCount(list);
  const { selected, top } = keepInView(list.view, count, rows);
  const shown = count === 0 ? [] : [...rowsOf(state, list, { selected, top }, rows), blank];
  const notes = notesOf(state, list, selected, registry);
  return box(state, {
    title: v`Activity of webhook ${list.webhookId}`,
    lines: [...shown, ...notes.flatMap(({ spans }) => spans.flatMap((one) => wrapWords(one, width)))],
    cursor: null,
    width,
    rows: { line: 1, first: top, count: Math.min(rows, count - top) },
    position: positionOf(top, rows, count),
  });
}

function rowsOf(
  state: AppState,
  { rows, replaying }: ActivityList,
  view: ListView,
  height: number,
): readonly Line[] {
  const width = wideBoxColumns(state);
  const { nowMs } = windowSlice.get(state);
  if (rows?.from === "hub") {
    const table = fitTable(state, dispatchTable, rows.dispatches, { nowMs, replaying }, width);
    return tableLines(table, rows.dispatches, view, height);
  }
  if (rows?.from === "log") {
    const { forwardsHeld } = sessionSlice.get(state).receiver;
    const context: DeliveryContext = { nowMs, zone: shownZone(state), forwardsHeld };
    const table = fitTable(state, deliveryTable, rows.deliveries, context, width);
    // The order of the Deliveries screen does not apply here.
    return tableLines({ ...table, order: null, sort: null }, rows.deliveries, view, height);
  }
  return [blank];
}

function notesOf(state: AppState, list: ActivityList, selected: number, registry: Registry): readonly Line[] {
  const { rows, error, page } = list;
  return [
    ...(rows === null && error === null ? [line(span(v`Loading…`, "muted"))] : []),
    ...(error === null ? [] : [line(span(v`✗ ${error}`, "error"))]),
    ...(rows?.from === "hub" ? hubNotes(state, rows.dispatches[selected], registry) : []),
    ...(rows?.from === "log" ? logNotes(state, rows.deliveries.length, page) : []),
  ];
}

function hubNotes(
  state: AppState,
  dispatch: Extract<NonNullable<ActivityList["rows"]>, { from: "hub" }>["dispatches"][number] | undefined,
  registry: Registry,
): readonly Line[] {
  const nowMs = windowSlice.get(state).nowMs;
  if (dispatch === undefined) {
    const key = keyOf(registry, "webhooks.trigger");
    return [line(span(v`No dispatches yet. ${key} triggers an event.`, "muted"))];
  }
  const { id, lastError, nextAttemptAt } = dispatch;
  // An overdue attempt is shown as due now.
  const next =
    nextAttemptAt === null ? null : relativeTime(Math.max(nowMs, Date.parse(nextAttemptAt)), nowMs);
  return [
    line(span(v`dispatch ${id}${next === null ? "" : ` · next attempt ${next}`}`, "muted")),
    ...(dispatch.state === "held" ? [line(span(v`Held until the webhook is enabled.`, "muted"))] : []),
    ...(dispatch.state === "over-quota"
      ? [line(span(v`Not sent: the webhook reached its 24-hour limit.`, "warn"))]
      : []),
    ...(lastError === null ? [] : [line(span(v`${lastError}`, "error"))]),
  ];
}

function logNotes(state: AppState, count: number, page: string | null): readonly Line[] {
  const session = sessionSlice.get(state);
  const none = count === 0 ? v` None yet.` : v``;
  return [
    line(
      span(v`${session.hub.name} does not report dispatches; these are received deliveries.${none}`, "warn"),
    ),
    ...(page === null ? [] : [line(span(v`Activity on the hub: ${page}`, "muted"))]),
  ];
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
