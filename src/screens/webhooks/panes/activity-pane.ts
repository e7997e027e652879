import { type DeliveryContext, deliveryTable } from "../../../tables/deliveries.ts";
import { dispatchTable } from "../../../tables/dispatches.ts";
import { cutLine, type Line, line, span } from "../../../text/line.ts";
import { v, visible } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { fitTable, tableLines } from "../../../tui/components/table.ts";
import { keyOf } from "../../../tui/frame/key-label.ts";
import { paneSize } from "../../../tui/layout.ts";
import {
  clickRow,
  keepInView,
  type ListModel,
  type ListView,
  positionOf,
  viewList,
} from "../../../tui/list.ts";
import type { Registry } from "../../../tui/records/registry.ts";
import type { PaneContent } from "../../../tui/records/screen.ts";
import { shownZone } from "../../../tui/state/preferences.ts";
import type { Action, AppState } from "../../../tui/state/slice.ts";
import { type Size, windowSlice } from "../../../tui/state/window.ts";
import { sessionSlice } from "../../connection-state.ts";
import {
  activityCount,
  type ActivityList,
  activitySlice,
  setActivity,
  shownActivity,
} from "../state/shown-activity.ts";
import { webhookName } from "../state/view.ts";
import { selectedWebhook, webhooksArrangement, webhooksSlice } from "../state/webhooks.ts";
import { dispatchLines } from "./dispatch-lines.ts";

/** Row of the column titles. */
const headRows = 1;

/** Minimum rows below the titles, half of which show the selected dispatch. */
const roomyRows = 8;

/** Returns the visible rows of the list; rows below show the selected dispatch, or the source of the rows. */
function listRows(state: AppState, list: ActivityList, size: Size): number {
  const free = Math.max(1, size.rows - headRows);
  const below =
    list.rows?.from === "log"
      ? logNotes(state, list, size.columns).length
      : free < roomyRows
        ? 2
        : Math.floor(free / 2);
  return Math.max(1, Math.min(activityCount(list), free - below));
}

/** Returns the list of the activity for keys and the mouse. */
export function activityModel(state: AppState): ListModel {
  const list = shownActivity(state);
  const rows = listRows(state, list, paneSize(state, webhooksArrangement, "activity"));
  // A webhook with unread activity has no selectable rows.
  return viewList(list.view, activityCount(list), rows, (view) =>
    setActivity(list.rows === null ? {} : { view }),
  );
}

/** Returns the actions of a click on a row of the pane. */
export function clickActivity(state: AppState, y: number): readonly Action[] {
  const { view } = shownActivity(state);
  const model = activityModel(state);
  const row = y - headRows;
  if (row < 0 || row >= model.rows) return [];
  return clickRow(model, keepInView(view, model.count, model.rows).top + row);
}

/** Draws the activity of the selected webhook, and the last answer to the selected dispatch below it. */
export function activityPane(state: AppState, size: Size, registry: Registry): PaneContent {
  const webhook = selectedWebhook(state);
  const isFocused = webhooksSlice.get(state).focus === "activity";
  const key = keyOf(registry, "webhooks.activity");
  const title = [
    span(webhook === null ? v`Activity` : v`Activity of ${webhookName(state, webhook.id) ?? webhook.id}`),
    ...(isFocused ? [] : [span(v` · ${key} moves here`, "muted")]),
  ];
  if (webhook === null) return { title, lines: [] };
  const list = shownActivity(state);
  const rows = listRows(state, list, size);
  const count = activityCount(list);
  const view = keepInView(list.view, count, rows);
  const table = count === 0 ? [] : tableOf(state, list, view, { columns: size.columns, rows });
  const room: Size = { columns: size.columns, rows: Math.max(1, size.rows - table.length) };
  return {
    title,
    lines: [...table, ...linesBelow(state, list, room, registry)],
    ...(count > rows ? { position: positionOf(view.top, rows, count) } : {}),
  };
}

function tableOf(
  state: AppState,
  { rows, sending }: ActivityList,
  view: ListView,
  size: Size,
): readonly Line[] {
  const { nowMs } = windowSlice.get(state);
  const zone = shownZone(state);
  if (rows?.from === "hub") {
    const table = fitTable(state, dispatchTable, rows.dispatches, { nowMs, zone, sending }, size.columns);
    const isStale = sessionSlice.get(state).hub.link.state === "lost";
    return tableLines(table, rows.dispatches, view, size.rows, isStale);
  }
  if (rows?.from === "log") {
    const { forwardsHeld } = sessionSlice.get(state).receiver;
    const context: DeliveryContext = { nowMs, zone, forwardsHeld };
    const table = fitTable(state, deliveryTable, rows.deliveries, context, size.columns);
    // The order of the Deliveries screen does not apply here.
    return tableLines({ ...table, order: null, sort: null }, rows.deliveries, view, size.rows);
  }
  return [];
}

function linesBelow(state: AppState, list: ActivityList, room: Size, registry: Registry): readonly Line[] {
  const { rows, error, view } = list;
  const failure = error === null ? [] : wrapWords(span(v`✗ ${error}`, "error"), room.columns);
  if (rows === null) {
    // A briefly selected webhook does not request its rows.
    const isAsked = activitySlice.get(state).webhookId === list.webhookId;
    return error === null && isAsked ? [line(span(v`Loading…`, "muted"))] : failure;
  }
  if (rows.from === "log") return [...failure, ...logNotes(state, list, room.columns)];
  const dispatch = rows.dispatches[view.selected];
  if (dispatch !== undefined) {
    const left = { ...room, rows: Math.max(1, room.rows - failure.length) };
    return [...failure, ...dispatchLines(state, dispatch, left, registry)];
  }
  const key = keyOf(registry, "webhooks.trigger");
  return [
    ...failure,
    ...wrapWords(span(v`No dispatches yet. ${key} triggers an event.`, "muted"), room.columns),
  ];
}

function logNotes(state: AppState, { rows, page }: ActivityList, width: number): readonly Line[] {
  const { hub } = sessionSlice.get(state);
  const none = rows?.from === "log" && rows.deliveries.length === 0 ? v` None yet.` : v``;
  const where = span(
    v`${hub.name} does not report dispatches; these are received deliveries.${none}`,
    "warn",
  );
  return [
    ...wrapWords(where, width),
    ...(page === null ? [] : [cutLine(line(span(visible(`On the hub: ${page}`), "muted")), width)]),
  ];
}
