import { messageTable } from "../../tables/messages.ts";
import { line, span } from "../../text/line.ts";
import { memo } from "../../text/memo.ts";
import { visibleLines } from "../../text/visible-lines.ts";
import { v } from "../../text/visible.ts";
import { type Arrangement, hasFewRows, listBesideDetail, paneSize } from "../../tui/layout.ts";
import { type ListModel, type ListView, viewList } from "../../tui/list.ts";
import { sortedRows } from "../../tui/sorted.ts";
import { type Message, messagesSlice } from "../../tui/state/messages.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { isFiltered, matchingText } from "../../tui/text-filter.ts";
import type { PaneViewer } from "../../tui/viewer/pane-viewer.ts";
import { viewerIn } from "../../tui/viewer/state.ts";
import { linesContent } from "../../tui/viewer/text-content.ts";
import { historySlice, setHistory } from "./state.ts";

/** Returns the messages whose text contains the filter, ignoring case, in the order of the list. */
export function shownMessages(state: AppState): readonly Message[] {
  const newestFirst = messagesSlice.get(state).history.toReversed();
  const found = matchingText(newestFirst, historySlice.get(state), ({ text }) => text);
  return sortedRows(state, messageTable, found);
}

/** Returns the selected message, or the first that the filter shows; null if it shows none. */
export function selectedMessage(state: AppState): Message | null {
  const shown = shownMessages(state);
  return shown.find(({ id }) => id === historySlice.get(state).selectedId) ?? shown[0] ?? null;
}

/** Returns the position of the list. */
export function historyView(state: AppState): ListView {
  const { selectedId, top } = historySlice.get(state);
  const found = shownMessages(state).findIndex(({ id }) => id === selectedId);
  return { selected: Math.max(0, found), top };
}

/** Returns the unseen errors, newest last. */
export function unseenErrors(state: AppState): readonly Message[] {
  const { seenId } = historySlice.get(state);
  return messagesSlice.get(state).history.filter(({ id, tone }) => tone === "error" && id > seenId);
}

/** Panes of the Messages screen. */
export const historyArrangement: Arrangement = {
  id: "messages",
  layout: (state) => (selectedMessage(state) === null ? { pane: "list" } : listBesideDetail),
  focusedPane: (state) => historySlice.get(state).focus,
};

/** Returns the rows above the list: the column titles, below the filter if there is one. */
export function listHeadRows(state: AppState): number {
  return isFiltered(historySlice.get(state)) ? 2 : 1;
}

/** Returns the rows above the text: level and time, and a blank one unless the window is low. */
export function textHeadRows(state: AppState): number {
  return hasFewRows(state) ? 1 : 2;
}

function listRows(state: AppState): number {
  return Math.max(1, paneSize(state, historyArrangement, "list").rows - listHeadRows(state));
}

/** Returns the list of messages. */
export function messageList(state: AppState): ListModel {
  const shown = shownMessages(state);
  return viewList(historyView(state), shown.length, listRows(state), ({ selected, top }) =>
    setHistory({ selectedId: shown[selected]?.id ?? null, top }),
  );
}

/** Returns the viewer of the selected message; null if none is selected. */
export function messageViewer(state: AppState): PaneViewer | null {
  const { columns, rows } = paneSize(state, historyArrangement, "detail");
  const message = selectedMessage(state);
  if (message === null) return null;
  const y = textHeadRows(state);
  return {
    state: viewerIn(historySlice.get(state).viewer, String(message.id)),
    content: messageContent(message),
    size: { columns, rows: Math.max(1, rows - y) },
    y,
    put: (viewer) => setHistory({ viewer }),
  };
}

const messageContent = memo(({ text }: Message) =>
  linesContent(visibleLines(text).map((one) => ({ line: line(span(v` ${one}`)), indent: 1, isProse: true }))),
);
