import type { Command } from "../../../tui/commands/command.ts";
import { openDialog } from "../../../tui/state/nav.ts";
import { needsClause } from "../disabled-reasons.ts";
import type { PoliciesEffects } from "../effects.ts";
import { policiesSlice, selectedClause, shownPage } from "../state.ts";
import { commentForm } from "./comment-form.ts";

/** Commands that review the selected clause. */
export const reviewCommands: readonly Command<PoliciesEffects>[] = [
  {
    id: "policy.approve",
    scope: "policy",
    keys: ["a"],
    title: "Approve or unapprove the clause",
    footerLabel: "approve",
    disabledReason: needsClause,
    run: ({ effects }) => effects.toggleMark("approved"),
  },
  {
    id: "policy.flag",
    scope: "policy",
    keys: ["x"],
    title: "Flag or unflag the clause",
    footerLabel: "flag",
    disabledReason: needsClause,
    run: ({ effects }) => effects.toggleMark("flagged"),
  },
  {
    id: "policy.comment",
    scope: "policy",
    keys: ["c"],
    title: "Comment on the clause",
    footerLabel: "comment",
    disabledReason: needsClause,
    run({ store }) {
      const page = shownPage(policiesSlice.get(store.get()));
      const clause = selectedClause(policiesSlice.get(store.get()));
      const dialog = page === null || clause === null ? null : commentForm(page.path, clause);
      if (dialog !== null) store.dispatch(openDialog(dialog));
    },
  },
];
