import { backToList } from "../../tui/commands/back.ts";
import type { Command } from "../../tui/commands/command.ts";
import { textFilterCommands } from "../../tui/commands/text-filter.ts";
import { zoomed } from "../../tui/state/layout.ts";
import { messagesSlice } from "../../tui/state/messages.ts";
import { historySlice, selectedMessage, setHistory } from "./state.ts";

/** Commands of the Messages screen. */
export const messageCommands: readonly Command[] = [
  {
    id: "messages.open",
    scope: "messages",
    keys: ["enter"],
    title: "Show the whole message",
    footerLabel: "show",
    disabledReason: (state) => (selectedMessage(state) === null ? "no message is selected" : null),
    run({ store }) {
      const selectedId = selectedMessage(store.get())?.id ?? null;
      store.dispatch(setHistory({ focus: "detail", selectedId }));
      store.dispatch(zoomed("messages", 1));
    },
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
