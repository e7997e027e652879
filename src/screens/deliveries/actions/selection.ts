import process from "node:process";
import { dataDirOf } from "../../../engine/directories.ts";
import type { Command } from "../../../tui/commands/command.ts";
import { openDialog } from "../../../tui/state/nav.ts";
import type { FeatureContext } from "../../context.ts";
import type { DeliveriesEffects } from "../start.ts";
import { needsSelection, selectedDelivery } from "../state.ts";
import {
  bookmarkDialog,
  type BookmarkEffects,
  bookmarkForm,
  createBookmarkEffects,
} from "./bookmark-form.ts";
import { needsBody } from "./commands.ts";
import { setPlace } from "./copy-items.ts";
import { openMenu, openMenuCommands, openMenuDialog } from "./open-menu.ts";
import { createEditEffects, type EditEffects, sendEditedDialog } from "./send-edited.ts";
import {
  createTemplateEffects,
  templateDialog,
  type TemplateEffects,
  templateForm,
} from "./template-form.ts";

/** Commands that act on the selected delivery. */
const selectionCommands: readonly Command<DeliveriesEffects>[] = [
  {
    id: "deliveries.edit",
    scope: "deliveries",
    keys: ["e"],
    title: "Edit and send in $EDITOR",
    footerLabel: "edit",
    disabledReason: (state) => needsSelection(state) ?? needsBody(state),
    run({ store, effects, registry }) {
      const delivery = selectedDelivery(store.get());
      return delivery === null ? undefined : effects.edit(delivery.seq, registry);
    },
  },
  {
    id: "deliveries.bookmark",
    scope: "deliveries",
    keys: ["b"],
    title: "Bookmark with a note",
    disabledReason: needsSelection,
    run({ store }) {
      const delivery = selectedDelivery(store.get());
      if (delivery !== null) store.dispatch(openDialog(bookmarkForm(delivery)));
    },
  },
  {
    id: "deliveries.open-subject",
    scope: "deliveries",
    keys: ["O"],
    title: "Open its webhook or Job",
    disabledReason: needsSelection,
    run({ store }) {
      const open = openMenu(store.get());
      if (open !== null) store.dispatch(open);
    },
  },
  {
    id: "deliveries.save-template",
    scope: "deliveries",
    keys: ["T"],
    title: "Save payload as a template",
    disabledReason: (state) =>
      needsSelection(state) ??
      (selectedDelivery(state)?.event === null ? "this delivery has no event to trigger" : null),
    run({ store }) {
      const delivery = selectedDelivery(store.get());
      if (delivery !== null) store.dispatch(openDialog(templateForm(delivery.seq)));
    },
  },
];

/** Acts on the selected delivery: their commands and dialogs. */
export const selectionActs = {
  commands: [
    ...selectionCommands,
    ...sendEditedDialog.commands,
    ...bookmarkDialog.commands,
    ...templateDialog.commands,
    ...openMenuCommands,
  ],
  dialogs: [sendEditedDialog.dialog, bookmarkDialog.dialog, templateDialog.dialog, openMenuDialog],
} as const;

export type SelectionEffects = EditEffects & BookmarkEffects & TemplateEffects;

export function createSelectionEffects(context: FeatureContext): SelectionEffects {
  const { store, dataDir } = context;
  // Copied commands run in the environment of the app.
  if (dataDir !== dataDirOf(process.env)) store.dispatch(setPlace({ dataDir }));
  return {
    ...createEditEffects(context),
    ...createBookmarkEffects(context),
    ...createTemplateEffects(context),
  };
}
