import type { PageClause } from "../policies/policy-page.ts";
import type { TextField } from "../text-field.ts";
import { textField } from "../text-field.ts";

/** What a reviewer has to say about a clause. */
export interface CommentDialog {
  readonly kind: "comment";
  /** The policy's file. */
  readonly path: string;
  readonly clauseId: string;
  readonly clauseHash: string;
  /** What was said before, empty for nothing. */
  readonly known: string;
  readonly field: TextField;
}

/** The dialog for a clause; null: no review can be bound to it. */
export function commentDialog(path: string, { id, hash, review }: PageClause): CommentDialog | null {
  if (id === null || hash === null) return null;
  const known = review.comment?.text ?? "";
  return { kind: "comment", path, clauseId: id, clauseHash: hash, known, field: textField(known) };
}
