import type { Command } from "../../../tui/commands/command.ts";
import { openDialog } from "../../../tui/state/nav.ts";
import type { FeatureContext } from "../../context.ts";
import type { DeliveriesEffects } from "../effects.ts";
import { needsSelection, selectedDelivery } from "../state.ts";
import {
  bookmarkDialog,
  type BookmarkEffects,
  bookmarkForm,
  createBookmarkEffects,
} from "./bookmark-form.ts";
import { createEditEffects, type EditEffects, sendEditedDialog } from "./send-edited.ts";

/** Commands that act on the selected delivery. */
const selectionCommands: readonly Command<DeliveriesEffects>[] = [
  {
    id: "deliveries.edit",
    scope: "deliveries",
    keys: ["e"],
    title: "Edit and send in $EDITOR",
    footerLabel: "edit",
    disabledReason: needsSelection,
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
];

/** Acts on the selected delivery: their commands and dialogs. */
export const selectionActs = {
  commands: [...selectionCommands, ...sendEditedDialog.commands, ...bookmarkDialog.commands],
  dialogs: [sendEditedDialog.dialog, bookmarkDialog.dialog],
} as const;

export type SelectionEffects = EditEffects & BookmarkEffects;

export function createSelectionEffects(context: FeatureContext): SelectionEffects {
  return { ...createEditEffects(context), ...createBookmarkEffects(context) };
}
