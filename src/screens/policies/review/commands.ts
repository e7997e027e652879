import type { Verdict } from "../../../policy/review/review-entry.ts";
import type { Command, CommandContext } from "../../../tui/commands/command.ts";
import { openDialog } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { needsPart } from "../disabled-reasons.ts";
import type { PoliciesEffects } from "../effects.ts";
import type { PagePart, PolicyPage } from "../page/policy-page.ts";
import { policiesSlice, selectedPart, shownPage } from "../state.ts";
import { ownVerdict } from "./effects.ts";
import { remarkForm } from "./remark-form.ts";

interface Selected {
  readonly page: PolicyPage;
  readonly part: PagePart & { readonly id: string; readonly hash: string };
}

function selected(state: AppState): Selected | null {
  const page = shownPage(policiesSlice.get(state));
  const part = selectedPart(policiesSlice.get(state));
  if (page === null || part === null || part.id === null || part.hash === null) return null;
  return { page, part: { ...part, id: part.id, hash: part.hash } };
}

type Context = CommandContext<PoliciesEffects>;

function save(
  { effects }: Context,
  { page, part }: Selected,
  kind: Verdict | "withdrawn" | "resolved" | "reopened",
  to: string | null = null,
): Promise<void> {
  return effects.review(page.path, { kind, clauseId: part.id, clauseHash: part.hash, to, text: "" });
}

function openForm({ store }: Context, ...args: Parameters<typeof remarkForm>): void {
  const form = remarkForm(...args);
  if (form !== null) store.dispatch(openDialog(form));
}

const needsThread = (state: AppState) =>
  needsPart(state) ?? (selected(state)?.part.review.threads.length === 0 ? "it has no discussion" : null);

/** Commands that review the selected clause or general provisions. */
export const reviewCommands: readonly Command<PoliciesEffects>[] = [
  {
    id: "policy.approve",
    scope: "policy",
    keys: ["a"],
    title: "Approve or unapprove the clause",
    footerLabel: "approve",
    disabledReason: needsPart,
    async run(context) {
      const at = selected(context.store.get());
      if (at === null) return;
      await save(context, at, ownVerdict(at.page, at.part) === "approved" ? "withdrawn" : "approved");
    },
  },
  {
    id: "policy.flag",
    scope: "policy",
    keys: ["x"],
    title: "Flag or unflag the clause",
    footerLabel: "flag",
    disabledReason: needsPart,
    async run(context) {
      const at = selected(context.store.get());
      if (at === null) return;
      if (ownVerdict(at.page, at.part) === "flagged") await save(context, at, "withdrawn");
      else openForm(context, "flagged", at.page, at.part);
    },
  },
  {
    id: "policy.comment",
    scope: "policy",
    keys: ["c"],
    title: "Comment on the clause",
    footerLabel: "comment",
    disabledReason: needsPart,
    run(context) {
      const at = selected(context.store.get());
      if (at !== null) openForm(context, "comment", at.page, at.part);
    },
  },
  {
    id: "policy.reply",
    scope: "policy",
    keys: ["R"],
    title: "Reply in the discussion",
    footerLabel: "reply",
    disabledReason: needsThread,
    run(context) {
      const at = selected(context.store.get());
      if (at === null) return;
      openForm(context, "reply", at.page, at.part, at.part.review.threads.toReversed());
    },
  },
  {
    id: "policy.resolve",
    scope: "policy",
    keys: ["X"],
    title: "Resolve or reopen a discussion",
    footerLabel: "resolve",
    disabledReason: needsThread,
    async run(context) {
      const at = selected(context.store.get());
      const threads = at?.part.review.threads.toReversed() ?? [];
      const [thread] = threads;
      if (at === null || thread === undefined) return;
      if (threads.length > 1) openForm(context, "resolved", at.page, at.part, threads);
      else await save(context, at, thread.resolved === null ? "resolved" : "reopened", thread.root.id);
    },
  },
];
