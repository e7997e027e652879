import type { Delivery } from "../../../model/delivery.ts";
import { line, span } from "../../../text/line.ts";
import { v } from "../../../text/visible.ts";
import { createFormDialog } from "../../../tui/dialogs/form-dialog.ts";
import { type FormState, untouched } from "../../../tui/dialogs/form.ts";
import { act } from "../../../tui/records/acts.ts";
import { showMessage } from "../../../tui/state/messages.ts";
import { closeDialog, dialogKind } from "../../../tui/state/nav.ts";
import { type TextField, textField } from "../../../tui/text-field.ts";
import type { DeliveriesApp, DeliveriesForm } from "../running.ts";
import { deliveriesSlice, rowsRefreshed } from "../state/deliveries.ts";

/** Form of the note of a bookmark. */
export interface BookmarkForm extends FormState {
  readonly kind: "bookmark";
  readonly delivery: Delivery;
  readonly note: TextField;
}

const bookmarkKind = dialogKind<BookmarkForm>("bookmark");

export function bookmarkForm(delivery: Delivery): BookmarkForm {
  return {
    ...untouched,
    kind: "bookmark",
    focus: "note",
    delivery,
    note: textField(delivery.bookmark ?? ""),
  };
}

const form: DeliveriesForm<BookmarkForm> = {
  kind: bookmarkKind,
  id: "bookmark",
  asksToDiscard: true,
  inputs: [
    {
      type: "text",
      name: "note",
      label: v`Note`,
      placeholder: v`optional`,
      rows: 3,
      get: ({ note }) => note,
      put: (open, note) => ({ ...open, note }),
    },
  ],
  async submit({ delivery, note }, app) {
    await bookmark(app, delivery, note.value.trim());
    return () => {
      showMessage(app.store, "ok", `Bookmarked #${delivery.seq}`);
      app.running.refresh();
    };
  },
};

export const bookmarkDialog = createFormDialog(
  form,
  {
    helpTitle: "Bookmark",
    title: ({ delivery }) => v`Bookmark delivery #${delivery.seq}`,
    about: () => [line(span(v`The filter is:bookmarked finds it. Pruning keeps it.`, "muted"))],
    busyText: v`Saving…`,
    submit: { title: "Save the bookmark", ...act("open", "save"), footerLabel: "save" },
  },
  [
    {
      id: "bookmark.remove",
      scope: "bookmark",
      ...act("remove"),
      title: "Remove the bookmark",
      footerLabel: "remove",
      disabledReason: (state) =>
        bookmarkKind.find(state)?.delivery.bookmark === null ? "this delivery has no bookmark" : null,
      async run(app) {
        const { store, running } = app;
        const open = bookmarkKind.find(store.get());
        if (open === null) return;
        store.dispatch(closeDialog());
        await bookmark(app, open.delivery, null);
        showMessage(store, "ok", `Removed the bookmark of #${open.delivery.seq}`);
        running.refresh();
      },
    },
  ],
);

/** Bookmarks a delivery with a note, or removes its bookmark if the note is null. */
async function bookmark(
  { store, services, running }: DeliveriesApp,
  { seq, receivedAt }: Delivery,
  note: string | null,
): Promise<void> {
  const bookmarks = await services.bookmarks();
  if (note === null) await bookmarks.remove({ seq, receivedAt });
  else await bookmarks.put([{ seq, receivedAt, note }]);
  const row = deliveriesSlice.get(store.get()).rows.find((each) => each.seq === seq);
  if (row !== undefined) store.dispatch(rowsRefreshed([{ ...row, bookmark: note }]));
  // A read that began before has the bookmark of that time.
  running.reloadDetail();
}
