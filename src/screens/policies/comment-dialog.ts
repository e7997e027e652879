import { span, line, blank } from "../../text/line.ts";
import { truncate } from "../../text/truncate.ts";
import { v } from "../../text/visible.ts";
import type { CommandContext, Command } from "../../tui/commands/command.ts";
import { box, contentColumns, type Floating } from "../../tui/dialogs/box.ts";
import { confirmDiscard } from "../../tui/dialogs/confirm.ts";
import { fieldRow, formLines } from "../../tui/dialogs/form-lines.ts";
import type { Dialog } from "../../tui/screen.ts";
import { dialogKind, closeDialogs } from "../../tui/state/nav.ts";
import type { AppState } from "../../tui/state/slice.ts";
import type { TextField } from "../../tui/text-field.ts";
import { textField } from "../../tui/text-field.ts";
import type { PoliciesEffects } from "./effects.ts";
import type { PageClause } from "./page/policy-page.ts";

/** Dialog for a comment on a clause. */
export interface CommentDialog {
  readonly kind: "comment";
  /** Path of the policy. */
  readonly path: string;
  readonly clauseId: string;
  readonly clauseHash: string;
  /** Saved comment; empty if there is none. */
  readonly known: string;
  readonly field: TextField;
}

export const commentKind = dialogKind<CommentDialog>("comment");

/** Creates the dialog; null if no review can be bound to the clause. */
export function commentDialog(path: string, { id, hash, review }: PageClause): CommentDialog | null {
  if (id === null || hash === null) return null;
  const known = review.comment?.text ?? "";
  return { kind: "comment", path, clauseId: id, clauseHash: hash, known, field: textField(known) };
}

const boxColumns = 64;

export const commentDialogRecord: Dialog<CommentDialog> = {
  kind: "comment",
  helpTitle: "Clause comment",
  field: (dialog) => ({
    field: dialog.field,
    put: (field) => commentKind.put({ ...dialog, field }),
  }),
  box: commentBox,
};

function commentBox(state: AppState, dialog: CommentDialog): Floating {
  const width = contentColumns(state, boxColumns);
  const { lines, cursor } = formLines([
    fieldRow({ label: v`Comment`, field: dialog.field, focused: true, hint: v`your comment` }, width),
    [blank],
    [line(span(v`  Enter`, "accent"), span(v` save   `), span(v`Esc`, "accent"), span(v` cancel`))],
  ]);
  const title = truncate(v`Comment on ${dialog.clauseId}`, Math.max(1, width - 2), { where: "middle" });
  return box(state, { title, lines, cursor, width: boxColumns });
}

function cancelComment({ store }: CommandContext): void {
  const dialog = commentKind.find(store.get());
  if (dialog === null || dialog.field.value === dialog.known) store.dispatch(closeDialogs("comment"));
  else store.dispatch(confirmDiscard("comment"));
}

export const commentCommands: readonly Command<PoliciesEffects>[] = [
  {
    id: "comment.save",
    scope: "comment",
    keys: ["enter", "ctrl+s"],
    title: "Save comment (empty deletes it)",
    footerLabel: "save",
    run: ({ effects }) => effects.saveComment(),
  },
  {
    id: "comment.leave",
    scope: "comment",
    keys: ["esc"],
    title: "Cancel",
    footerLabel: "cancel",
    run: cancelComment,
  },
];
