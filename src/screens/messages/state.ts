import { createSlice } from "../../tui/state/slice.ts";
import { noTextFilter, type TextFilter } from "../../tui/text-filter.ts";
import { initialViewer, type ViewerState } from "../../tui/viewer/state.ts";

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
   * Marks all messages as seen and selects the newest, unless it was seen.
   * @param errorId newest unseen error, selected instead; null for none
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
