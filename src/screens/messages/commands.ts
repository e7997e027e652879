import type { Command } from "../../tui/commands/command.ts";
import { zoomed } from "../../tui/state/layout.ts";
import { messagesSlice } from "../../tui/state/messages.ts";
import { textField } from "../../tui/text-field.ts";
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
  {
    id: "messages.filter",
    scope: "messages",
    keys: ["/"],
    title: "Filter messages by text",
    footerLabel: "filter",
    disabledReason: (state) =>
      messagesSlice.get(state).history.length === 0 ? "there are no messages" : null,
    run: ({ store }) => store.dispatch(setHistory({ editingFilter: true })),
  },
  {
    id: "messages.clear-filter",
    scope: "messages",
    keys: ["esc"],
    title: "Clear the filter",
    disabledReason: (state) => (historySlice.get(state).filter.value === "" ? "no filter is set" : null),
    run: ({ store }) => store.dispatch(setHistory({ filter: textField() })),
  },
  {
    id: "message.back",
    scope: "message",
    keys: ["esc", "q"],
    title: "Return to the list",
    footerLabel: "back",
    run({ store }) {
      store.dispatch(setHistory({ focus: "list" }));
      store.dispatch(zoomed("messages", 0));
    },
  },
  {
    id: "text-filter.done",
    scope: "text-filter",
    keys: ["enter", "down"],
    title: "Apply the filter",
    footerLabel: "apply",
    run({ store }) {
      const selectedId = selectedMessage(store.get())?.id ?? historySlice.get(store.get()).selectedId;
      store.dispatch(setHistory({ editingFilter: false, selectedId }));
    },
  },
  {
    id: "text-filter.clear",
    scope: "text-filter",
    keys: ["esc"],
    title: "Clear the filter",
    footerLabel: "clear",
    run: ({ store }) => store.dispatch(setHistory({ editingFilter: false, filter: textField() })),
  },
];
