import { line, span } from "../../../text/line.ts";
import { truncate } from "../../../text/truncate.ts";
import { v } from "../../../text/visible.ts";
import { createFormDialog } from "../../../tui/dialogs/form-dialog.ts";
import { type Form, type FormState, untouched } from "../../../tui/dialogs/form.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import { type TextField, textField } from "../../../tui/text-field.ts";
import type { PoliciesEffects } from "../effects.ts";
import type { PageClause } from "../page/policy-page.ts";

/** Form of a comment on a clause. An empty text deletes the comment. */
export interface CommentForm extends FormState {
  readonly kind: "comment";
  /** Path of the policy. */
  readonly path: string;
  readonly clauseId: string;
  readonly clauseHash: string;
  readonly comment: TextField;
}

const commentKind = dialogKind<CommentForm>("comment");

/** Creates the form; returns null if the clause has no readable ID or no canonical form. */
export function commentForm(path: string, { id, hash, review }: PageClause): CommentForm | null {
  if (id === null || hash === null) return null;
  return {
    ...untouched,
    kind: "comment",
    focus: "comment",
    path,
    clauseId: id,
    clauseHash: hash,
    comment: textField(review.comment?.text ?? ""),
  };
}

const form: Form<CommentForm, PoliciesEffects> = {
  kind: commentKind,
  id: "comment",
  asksToDiscard: true,
  inputs: [
    {
      type: "text",
      name: "comment",
      label: v`Comment`,
      placeholder: v`your comment`,
      rows: 6,
      get: ({ comment }) => comment,
      put: (open, comment) => ({ ...open, comment }),
    },
  ],
  async submit({ path, clauseId, clauseHash, comment }, { effects }) {
    await effects.saveComment(path, { clauseId, clauseHash, text: comment.value.trim() });
    return () => {};
  },
};

export const commentDialog = createFormDialog(form, {
  helpTitle: "Clause comment",
  title: ({ clauseId }, width) =>
    truncate(v`Comment on ${clauseId}`, Math.max(1, width - 2), { where: "middle" }),
  about: () => [line(span(v`An empty text deletes the comment.`, "muted"))],
  busyText: v`Saving…`,
  submit: { title: "Save comment (empty deletes it)", keys: ["enter", "ctrl+s"], footerLabel: "save" },
});
