import { line, span } from "../../text/line.ts";
import { exactTime } from "../../text/relative-time.ts";
import { v } from "../../text/visible.ts";
import type { Command } from "../commands/command.ts";
import { type ListView, viewList } from "../list.ts";
import type { Dialog } from "../screen.ts";
import { messageReopened, messagesSlice } from "../state/messages.ts";
import { closeDialog, dialogKind } from "../state/nav.ts";
import type { Action } from "../state/slice.ts";
import { dialogRows, listBox } from "./list-box.ts";

/** Past messages, newest first. */
export interface MessageList {
  readonly kind: "messages";
  readonly view: ListView;
}

const messageListKind = dialogKind<MessageList>("messages");

export function openMessageList(): Action {
  return messageListKind.open({ kind: "messages", view: { selected: 0, top: 0 } });
}

export const messageListDialog: Dialog<MessageList> = {
  kind: "messages",
  helpTitle: null,
  hasListKeys: true,
  list: (state, list) =>
    viewList(list.view, messagesSlice.get(state).history.length, dialogRows(state), (view) =>
      messageListKind.put({ ...list, view }),
    ),
  box: (state, list) =>
    listBox(state, {
      title: v`Message history`,
      rows: messagesSlice
        .get(state)
        .history.toReversed()
        .map(({ text, tone, atMs }) =>
          line(span(v`${exactTime(atMs).slice(11, 19)} `, "muted"), span(v`${text}`, tone)),
        ),
      view: list.view,
    }),
};

export const messageListCommands: readonly Command[] = [
  {
    id: "messages.show",
    scope: "messages",
    keys: ["enter"],
    title: "Show the full message",
    footerLabel: "show",
    run({ store }) {
      const selected = messageListKind.find(store.get())?.view.selected ?? -1;
      const message = messagesSlice.get(store.get()).history.toReversed()[selected];
      if (message !== undefined) store.dispatch(messageReopened(message));
    },
  },
  {
    id: "messages.close",
    scope: "messages",
    keys: ["esc", "q"],
    title: "Close the message history",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];
