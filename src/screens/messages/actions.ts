import { backToList } from "../../tui/commands/back.ts";
import { textFilterCommands } from "../../tui/commands/text-filter.ts";
import { act } from "../../tui/records/acts.ts";
import { zoomed } from "../../tui/state/layout.ts";
import { messagesSlice } from "../../tui/state/messages.ts";
import { navSlice } from "../../tui/state/nav.ts";
import type { AppState } from "../../tui/state/slice.ts";
import { noTextFilter } from "../../tui/text-filter.ts";
import type { App, Command } from "../app.ts";
import { selectedMessage, shownMessages, unseenErrors } from "./select.ts";
import { historyOpened, historySlice, messagesSeen, setHistory } from "./state.ts";

/** Subscription of the visible screen. */
export interface MessagesRunning {
  stop(): void;
}

/** Marks messages as seen until another screen is visible. */
export function showHistory({ store, running }: App<MessagesRunning>): void {
  running.stop();
  const newestId = () => messagesSlice.get(store.get()).history.at(-1)?.id ?? 0;
  const error = unseenErrors(store.get()).at(-1) ?? null;
  store.batch(() => {
    // The count in the tabs leads to an error even if an earlier filter hides it.
    if (error !== null && !shownMessages(store.get()).includes(error))
      store.dispatch(setHistory(noTextFilter));
    store.dispatch(historyOpened(newestId(), error?.id ?? null));
  });
  const { screen } = navSlice.get(store.get());
  running.stop = store.subscribe(() => {
    if (navSlice.get(store.get()).screen === screen) store.dispatch(messagesSeen(newestId()));
    else running.stop();
  });
}

function openMessage({ store }: App): void {
  const selectedId = selectedMessage(store.get())?.id ?? null;
  store.dispatch(setHistory({ focus: "detail", selectedId }));
  store.dispatch(zoomed("messages", 1));
}

function requireMessage(state: AppState): string | null {
  return selectedMessage(state) === null ? "no message is selected" : null;
}

/** Commands of the Messages screen. */
export const messageCommands: readonly Command[] = [
  {
    id: "messages.open",
    scope: "messages",
    ...act("open"),
    title: "Show the whole message",
    footerLabel: "show",
    disabledReason: requireMessage,
    run: openMessage,
  },
  ...textFilterCommands({
    scope: "messages",
    lineScope: "text-filter",
    by: "text",
    get: (state) => historySlice.get(state),
    isEmpty: (state) => messagesSlice.get(state).history.length === 0,
    put: setHistory,
    applied(state) {
      const selectedId = selectedMessage(state)?.id ?? historySlice.get(state).selectedId;
      return setHistory({ editingFilter: false, selectedId });
    },
  }),
  backToList({ id: "message.back", scope: "message", screen: "messages" }, () =>
    setHistory({ focus: "list" }),
  ),
];
