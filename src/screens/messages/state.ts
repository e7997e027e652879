import { messageTable } from "../../tables/messages.ts";
import { type Arrangement, hasFewRows, listBesideDetail, paneSize } from "../../tui/layout.ts";
import { type ListModel, type ListView, viewList } from "../../tui/list.ts";
import { sortedRows } from "../../tui/sorted.ts";
import { type Message, messagesSlice } from "../../tui/state/messages.ts";
import { type AppState, createSlice } from "../../tui/state/slice.ts";
import { isFiltered, matchingText, noTextFilter, type TextFilter } from "../../tui/text-filter.ts";
import type { PaneViewer } from "../../tui/viewer/pane-viewer.ts";
import { initialViewer, type ViewerState, viewerIn } from "../../tui/viewer/state.ts";
import { messageContent } from "./detail.ts";

export interface HistoryState extends TextFilter {
  /** ID of the newest message seen on the screen; 0 for none. */
  readonly seenId: number;
  /** ID of the selected message; null until the screen shows one. */
  readonly selectedId: number | null;
  /** Index of the first visible row. */
  readonly top: number;
  readonly focus: "list" | "detail";
  /** Position in the text of the message. */
  readonly viewer: ViewerState;
}

const initialHistory: HistoryState = {
  seenId: 0,
  selectedId: null,
  top: 0,
  ...noTextFilter,
  focus: "list",
  viewer: initialViewer,
};

/** State of the Messages screen. The messages are those of `messagesSlice`. */
export const historySlice = createSlice("history", initialHistory, {
  /**
   * Marks all messages as seen, unless the newest was seen before, and selects the newest.
   * @param errorId newest error that was not seen, which is selected instead; null for none
   */
  historyOpened: (state, newestId: number, errorId: number | null): HistoryState =>
    newestId === state.seenId
      ? state
      : { ...state, seenId: newestId, selectedId: errorId ?? newestId, top: 0, focus: "list" },
  /** Marks all messages as seen. The selected message stays selected. */
  messagesSeen: (state, newestId: number): HistoryState =>
    newestId === state.seenId
      ? state
      : { ...state, seenId: newestId, selectedId: state.selectedId ?? newestId },
});
export const { set: setHistory, historyOpened, messagesSeen } = historySlice.actions;

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

/** Returns the errors that were not yet seen on the screen, newest last. */
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
