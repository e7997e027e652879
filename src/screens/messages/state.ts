import { paneLayout, type PaneLayout } from "../../tui/layout.ts";
import { type ListModel, type ListView, scrollingText, viewList } from "../../tui/list.ts";
import { type Message, messagesSlice } from "../../tui/state/messages.ts";
import { type AppState, createSlice } from "../../tui/state/slice.ts";
import { type TextField, textField } from "../../tui/text-field.ts";
import { messageLines } from "./detail.ts";

export interface HistoryState {
  /** ID of the newest message seen on the screen; 0 for none. */
  readonly seenId: number;
  /** ID of the selected message; null until the screen shows one. */
  readonly selectedId: number | null;
  /** Index of the first visible row. */
  readonly top: number;
  readonly filter: TextField;
  readonly editingFilter: boolean;
  readonly focus: "list" | "detail";
  /** First visible line of the detail. */
  readonly detailTop: number;
}

const initialHistory: HistoryState = {
  seenId: 0,
  selectedId: null,
  top: 0,
  filter: textField(),
  editingFilter: false,
  focus: "list",
  detailTop: 0,
};

/** State of the Messages screen. The messages are those of `messagesSlice`. */
export const historySlice = createSlice("history", initialHistory, {
  /** Marks all messages as seen and selects the newest, unless it was seen before. */
  historyOpened: (state, newestId: number): HistoryState =>
    newestId === state.seenId
      ? state
      : { ...state, seenId: newestId, selectedId: newestId, top: 0, focus: "list", detailTop: 0 },
  /** Marks all messages as seen. The selected message stays selected. */
  messagesSeen: (state, newestId: number): HistoryState =>
    newestId === state.seenId
      ? state
      : { ...state, seenId: newestId, selectedId: state.selectedId ?? newestId },
});
export const { set: setHistory, historyOpened, messagesSeen } = historySlice.actions;

/** Returns the messages whose text contains the filter, ignoring case; newest first. */
export function shownMessages(state: AppState): readonly Message[] {
  const newestFirst = messagesSlice.get(state).history.toReversed();
  const wanted = historySlice.get(state).filter.value.trim().toLowerCase();
  return wanted === "" ? newestFirst : newestFirst.filter(({ text }) => text.toLowerCase().includes(wanted));
}

/** Returns the selected message, or the newest that the filter shows; null if it shows none. */
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

/** Returns the number of errors that were not yet seen on the screen. */
export function unseenErrors(state: AppState): number {
  const { seenId } = historySlice.get(state);
  return messagesSlice.get(state).history.filter(({ id, tone }) => tone === "error" && id > seenId).length;
}

/** Computes the sizes of list and detail. Above the list are the filter and column titles, above the text its level and time. */
export function historyLayout(state: AppState): PaneLayout {
  return paneLayout(state, { list: 2, detail: 2, header: { max: 0, min: 0 } });
}

/** Returns the list of messages. */
export function messageList(state: AppState): ListModel {
  const shown = shownMessages(state);
  return viewList(historyView(state), shown.length, historyLayout(state).listRows, ({ selected, top }) =>
    setHistory({ selectedId: shown[selected]?.id ?? null, top, detailTop: 0 }),
  );
}

/** Returns the text of the selected message. */
export function messageText(state: AppState): ListModel {
  const { detailColumns, detailRows } = historyLayout(state);
  const message = selectedMessage(state);
  const lines = message === null ? 0 : messageLines(message, detailColumns).length;
  return scrollingText(historySlice.get(state).detailTop, lines, detailRows, (detailTop) =>
    setHistory({ detailTop }),
  );
}
