import type { Webhook } from "../../../model/webhook.ts";
import { line, span } from "../../../text/line.ts";
import { v } from "../../../text/visible.ts";
import { dialogRows, listBox } from "../../../tui/dialogs/list-box.ts";
import { type ListView, viewList } from "../../../tui/list.ts";
import { act } from "../../../tui/records/acts.ts";
import type { Dialog } from "../../../tui/records/screen.ts";
import { closeDialog, dialogKind } from "../../../tui/state/nav.ts";
import type { Action, AppState } from "../../../tui/state/slice.ts";
import type { Command } from "../../app.ts";
import { webhooksSlice } from "../../webhooks/state/webhooks.ts";
import { selectedDelivery } from "../state/deliveries.ts";

/** Subject of a delivery on another screen. */
interface Subject {
  readonly label: string;
  /** ID of the subject, or why there is none. */
  readonly text: string;
  /** Command that shows the subject, with its argument, or null. */
  readonly show: { readonly command: string; readonly argument: string } | null;
}

/** State of the menu with a delivery's webhook and Job. */
export interface OpenMenu {
  readonly kind: "open";
  readonly seq: number;
  readonly subjects: readonly Subject[];
  readonly view: ListView;
}

const openKind = dialogKind<OpenMenu>("open");
const labelColumns = 9;

/** Returns the action that opens the menu of the selected delivery; null if none is selected. */
export function openMenu(state: AppState): Action | null {
  const row = selectedDelivery(state);
  if (row === null) return null;
  const id = row.webhookId;
  const webhook = webhooksSlice.get(state).items.find((one) => one.id === id) ?? null;
  const subjects = [webhookSubject(id, webhook), jobSubject(webhook)];
  return openKind.open({ kind: "open", seq: row.seq, subjects, view: { selected: 0, top: 0 } });
}

function webhookSubject(id: string | null, webhook: Webhook | null): Subject {
  if (webhook !== null) {
    return { label: "webhook", text: webhook.id, show: { command: "webhooks.show", argument: webhook.id } };
  }
  const text = id === null ? "this delivery names no webhook" : `the hub has no webhook ${id}`;
  return { label: "webhook", text, show: null };
}

function jobSubject(webhook: Webhook | null): Subject {
  if (webhook?.job === null || webhook === null) {
    const text = webhook === null ? "its webhook is not known" : "its webhook starts no Job";
    return { label: "Job", text, show: null };
  }
  const text = "its webhook's last run";
  return { label: "Job", text, show: { command: "jobs.show-of-webhook", argument: webhook.id } };
}

export const openMenuDialog: Dialog<OpenMenu> = {
  kind: "open",
  helpTitle: "Webhook or Job of a delivery",
  typeAhead: (_state, menu) => ({
    texts: menu.subjects.map(({ label }) => label),
    select: (selected) => openKind.put({ ...menu, view: { ...menu.view, selected } }),
  }),
  showsDisabledReason: true,
  list: (state, menu) =>
    viewList(menu.view, menu.subjects.length, dialogRows(state), (view) => openKind.put({ ...menu, view })),
  box: (state, { seq, subjects, view }) =>
    listBox(state, {
      title: v`#${seq} belongs to`,
      rows: subjects.map(({ label, text, show }) =>
        line(
          span(v`${label.padEnd(labelColumns)}`, show === null ? "muted" : "plain"),
          span(v`${text}`, show === null ? "muted" : "plain"),
        ),
      ),
      view,
      note: v`${subjects[view.selected]?.text ?? ""}`,
    }),
};

const chosen = (state: AppState): Subject | null => {
  const menu = openKind.find(state);
  return menu?.subjects[menu.view.selected] ?? null;
};

export const openMenuCommands: readonly Command[] = [
  {
    id: "open.run",
    scope: "open",
    ...act("open"),
    title: "Show the chosen subject",
    footerLabel: "show",
    disabledReason(state) {
      const subject = chosen(state);
      return subject?.show === null ? subject.text : null;
    },
    run({ store, run }) {
      const show = chosen(store.get())?.show ?? null;
      store.dispatch(closeDialog());
      if (show !== null) run(show.command, show.argument);
    },
  },
  {
    id: "open.close",
    scope: "open",
    ...act("back"),
    title: "Close the menu",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];
