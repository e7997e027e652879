import { messageTable } from "../../tables/messages.ts";
import { type Span, span } from "../../text/line.ts";
import { count, plural } from "../../text/numbers.ts";
import { toneStyles } from "../../text/tone-styles.ts";
import { v } from "../../text/visible.ts";
import { clickRow, keepInView } from "../../tui/list.ts";
import { inField, inScreen, inViewer } from "../../tui/scope.ts";
import { messagesSlice } from "../../tui/state/messages.ts";
import type { AppState } from "../../tui/state/slice.ts";
import type { AppScreen } from "../app.ts";
import { messageCommands, type MessagesRunning, showHistory } from "./actions.ts";
import {
  historyArrangement,
  historyView,
  listHeadRows,
  messageList,
  messageViewer,
  selectedMessage,
  unseenErrors,
} from "./select.ts";
import { historySlice, setHistory } from "./state.ts";
import { messagesPane } from "./views.ts";

/** Past messages of the app. */
export const messagesScreen: AppScreen<MessagesRunning> = {
  ...historyArrangement,
  slices: [historySlice],
  commands: messageCommands,
  dialogs: [],
  scopes: [
    { scope: "messages", title: "Messages", outer: inScreen },
    {
      scope: "message",
      title: "Message",
      outer: [...inViewer, ...inScreen],
      enteredBy: "messages.open",
    },
    { scope: "text-filter", title: "Message filter", outer: inField, hasField: true },
  ],
  start: () => ({ stop() {} }),
  shown: showHistory,
  scope(state) {
    const { editingFilter, focus } = historySlice.get(state);
    return editingFilter ? "text-filter" : focus === "detail" ? "message" : "messages";
  },
  field(state) {
    const { editingFilter, filter } = historySlice.get(state);
    if (!editingFilter) return null;
    return { field: filter, put: (changed) => setHistory({ filter: changed, top: 0 }) };
  },
  focusPane: (id) => setHistory({ focus: id === "detail" ? "detail" : "list" }),
  table: () => messageTable,
  listIn: (state, id) => (id === "detail" ? null : messageList(state)),
  viewer: (state, id) => (id === "detail" ? messageViewer(state) : null),
  click(state, id, { y }) {
    const row = y - listHeadRows(state);
    if (id === "detail" || row < 0) return [];
    const list = messageList(state);
    const { top } = keepInView(historyView(state), list.count, list.rows);
    return clickRow(list, top + row);
  },
  copyText: (state) => selectedMessage(state)?.text ?? null,
  badge(state) {
    const { length: unseen } = unseenErrors(state);
    return unseen === 0 ? null : v`${count(unseen)}✗`;
  },
  shownError: (state) => selectedMessage(state)?.text ?? null,
  status,
  pane: messagesPane,
};

/** Counts the messages that ask for attention, even if filtered out. */
function status(state: AppState): readonly Span[] {
  const { history } = messagesSlice.get(state);
  const counted = (["error", "warn"] as const).flatMap((tone) => {
    const found = history.filter((message) => message.tone === tone).length;
    return found === 0 ? [] : [span(v`${plural(found, toneStyles[tone].word)}`, tone)];
  });
  if (counted.length === 0) return [span(v` no errors or warnings`, "muted")];
  return [
    span(v` `),
    ...counted.flatMap((one, index) => (index === 0 ? [one] : [span(v` · `, "muted"), one])),
  ];
}
