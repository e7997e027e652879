import { type Span, span } from "../../text/line.ts";
import { count, plural } from "../../text/numbers.ts";
import { v } from "../../text/visible.ts";
import { clickRow, keepInView, type ListModel } from "../../tui/list.ts";
import { inField, inScreen } from "../../tui/scope.ts";
import { messagesSlice } from "../../tui/state/messages.ts";
import type { AppState } from "../../tui/state/slice.ts";
import type { AppScreen } from "../context.ts";
import { messagesBody } from "./body.ts";
import { messageCommands } from "./commands.ts";
import { createMessagesEffects, type MessagesEffects } from "./effects.ts";
import {
  historyLayout,
  historySlice,
  historyView,
  messageList,
  messageText,
  selectedMessage,
  setHistory,
  unseenErrors,
} from "./state.ts";

/** Past messages of the app. */
export const messagesScreen: AppScreen<MessagesEffects> = {
  id: "messages",
  title: "Messages",
  key: "5",
  showTitle: "Show message history",
  slices: [historySlice],
  commands: messageCommands,
  dialogs: [],
  scopes: [
    { scope: "messages", title: "Messages", outer: inScreen },
    { scope: "message", title: "Message", outer: inScreen },
    { scope: "text-filter", title: "Message filter", outer: inField, hasField: true },
  ],
  start: createMessagesEffects,
  shown: ({ watch }) => watch(),
  scope(state) {
    const { editingFilter, focus } = historySlice.get(state);
    return editingFilter ? "text-filter" : focus === "detail" ? "message" : "messages";
  },
  field(state) {
    const { editingFilter, filter } = historySlice.get(state);
    if (!editingFilter) return null;
    return { field: filter, put: (changed) => setHistory({ filter: changed, top: 0, detailTop: 0 }) };
  },
  list: focusedModel,
  listAt: (state, x) => (isOverDetail(state, x) ? messageText(state) : messageList(state)),
  click(state, x, y) {
    if (selectedMessage(state) === null) return [];
    if (isOverDetail(state, x)) return [setHistory({ focus: "detail" })];
    const { bodyRows, listRows } = historyLayout(state);
    const row = y - (bodyRows - listRows);
    if (row < 0) return [setHistory({ focus: "list" })];
    const list = messageList(state);
    const { top } = keepInView(historyView(state), list.count, listRows);
    return [setHistory({ focus: "list" }), ...clickRow(list, top + row)];
  },
  copyText: (state) => selectedMessage(state)?.text ?? null,
  badge(state) {
    const unseen = unseenErrors(state);
    return unseen === 0 ? null : v`${count(unseen)}✗`;
  },
  status,
  body: messagesBody,
};

function focusedModel(state: AppState): ListModel {
  return historySlice.get(state).focus === "detail" ? messageText(state) : messageList(state);
}

function isOverDetail(state: AppState, x: number): boolean {
  const { sideBySide, listColumns } = historyLayout(state);
  return sideBySide ? x > listColumns : historySlice.get(state).focus === "detail";
}

function status(state: AppState): readonly Span[] {
  const { history } = messagesSlice.get(state);
  const errors = history.filter(({ tone }) => tone === "error").length;
  return [
    span(v` ${plural(history.length, "message")}`, "muted"),
    ...(errors === 0 ? [] : [span(v` · `, "muted"), span(v`${plural(errors, "error")}`, "error")]),
  ];
}
