import { act } from "../../../tui/records/acts.ts";
import { openDialog } from "../../../tui/state/nav.ts";
import type { DeliveriesCommand } from "../running.ts";
import { requireSelection, selectedDelivery } from "../state/deliveries.ts";
import { bookmarkDialog, bookmarkForm } from "./bookmark-form.ts";
import { requireBody } from "./commands.ts";
import { openMenu, openMenuCommands, openMenuDialog } from "./open-menu.ts";
import { editDelivery, sendEditedDialog } from "./send-edited.ts";
import { templateDialog, templateForm } from "./template-form.ts";

/** Commands that act on the selected delivery. */
const selectionCommands: readonly DeliveriesCommand[] = [
  {
    id: "deliveries.edit",
    scope: "deliveries",
    ...act("edit"),
    title: "Edit and send in $EDITOR",
    footerLabel: "edit",
    disabledReason: (state) => requireSelection(state) ?? requireBody(state),
    run: editDelivery,
  },
  {
    id: "deliveries.bookmark",
    scope: "deliveries",
    ...act("bookmark"),
    title: "Bookmark with a note",
    disabledReason: requireSelection,
    run({ store }) {
      const delivery = selectedDelivery(store.get());
      if (delivery !== null) store.dispatch(openDialog(bookmarkForm(delivery)));
    },
  },
  {
    id: "deliveries.open-subject",
    scope: "deliveries",
    ...act("goOrigin"),
    title: "Open its webhook or Job",
    disabledReason: requireSelection,
    run({ store }) {
      const open = openMenu(store.get());
      if (open !== null) store.dispatch(open);
    },
  },
  {
    id: "deliveries.save-template",
    scope: "deliveries",
    ...act("moreTemplate"),
    title: "Save payload as a template",
    disabledReason: (state) =>
      requireSelection(state) ??
      (selectedDelivery(state)?.event === null ? "this delivery has no event to trigger" : null),
    run({ store }) {
      const delivery = selectedDelivery(store.get());
      if (delivery !== null) store.dispatch(openDialog(templateForm(delivery.seq)));
    },
  },
];

/** Actions on the selected delivery: their commands and dialogs. */
export const selectionActions = {
  commands: [
    ...selectionCommands,
    ...sendEditedDialog.commands,
    ...bookmarkDialog.commands,
    ...templateDialog.commands,
    ...openMenuCommands,
  ],
  dialogs: [sendEditedDialog.dialog, bookmarkDialog.dialog, templateDialog.dialog, openMenuDialog],
} as const;
