import type { PageClause } from "../policies/policy-page.ts";
import type { TextField } from "../text-field.ts";
import { textField } from "../text-field.ts";

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

/** Creates the dialog; null if no review can be bound to the clause. */
export function commentDialog(path: string, { id, hash, review }: PageClause): CommentDialog | null {
  if (id === null || hash === null) return null;
  const known = review.comment?.text ?? "";
  return { kind: "comment", path, clauseId: id, clauseHash: hash, known, field: textField(known) };
}
