import type { Thread } from "../../../policy/review/clause-review.ts";
import { span } from "../../../text/line.ts";
import { truncate } from "../../../text/truncate.ts";
import { type Visible, v } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { createFormDialog } from "../../../tui/dialogs/form-dialog.ts";
import { type Form, type FormState, untouched } from "../../../tui/dialogs/form.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import { type TextField, textField } from "../../../tui/text-field.ts";
import type { PoliciesEffects } from "../effects.ts";
import type { PageClause, PolicyPage } from "../page/policy-page.ts";
import { entryTitle } from "./discussion-lines.ts";

type RemarkKind = "flagged" | "comment" | "reply" | "resolved";

/** Form of a flag's reason, of a comment or reply, or of the discussion to resolve or reopen. */
export interface RemarkForm extends FormState {
  readonly kind: "remark";
  readonly remark: RemarkKind;
  /** Path of the policy. */
  readonly path: string;
  readonly clauseId: string;
  readonly clauseHash: string;
  readonly reviewer: string;
  /** Discussions to choose from, newest first; empty for a flag and a comment. */
  readonly threads: readonly Thread[];
  /** Index of the chosen discussion. */
  readonly thread: number;
  readonly text: TextField;
}

const remarkKind = dialogKind<RemarkForm>("remark");

/**
 * Creates the form; returns null if the clause has no readable ID or no canonical form.
 * @param threads discussions to choose from, newest first
 */
export function remarkForm(
  remark: RemarkKind,
  { path, reviewer }: PolicyPage,
  { id, hash }: PageClause,
  threads: readonly Thread[] = [],
): RemarkForm | null {
  if (id === null || hash === null) return null;
  return {
    ...untouched,
    kind: "remark",
    focus: remark === "resolved" ? "thread" : "text",
    remark,
    path,
    clauseId: id,
    clauseHash: hash,
    reviewer,
    threads,
    thread: 0,
    text: textField(""),
  };
}

const labels = { flagged: v`Reason`, comment: v`Comment`, reply: v`Reply`, resolved: v`` } as const;

const form: Form<RemarkForm, PoliciesEffects> = {
  kind: remarkKind,
  id: "remark",
  asksToDiscard: true,
  inputs: [
    {
      type: "choice",
      name: "thread",
      label: v`Answers`,
      isReachable: ({ threads }) => threads.length > 1,
      isShown: ({ threads }) => threads.length > 1,
      chosen: ({ threads, thread, reviewer }) => ({
        text: threadTitle(threads[thread], reviewer),
        index: thread,
        count: threads.length,
      }),
      step: (open, by) => ({
        ...open,
        thread: (open.thread + by + open.threads.length) % open.threads.length,
      }),
    },
    {
      type: "text",
      name: "text",
      label: ({ remark }) => labels[remark],
      placeholder: (_registry, { remark }) => (remark === "flagged" ? v`optional` : v`your text`),
      rows: 6,
      isReachable: ({ remark }) => remark !== "resolved",
      isShown: ({ remark }) => remark !== "resolved",
      linesAbove: ({ threads, thread, reviewer }, width) =>
        threads.length === 1
          ? wrapWords(span(v`${threadTitle(threads[thread], reviewer)}`, "muted"), width, 2).slice(0, 3)
          : [],
      check: ({ remark, text }) =>
        (remark === "comment" || remark === "reply") && text.value.trim() === "" ? "type a text" : null,
      get: ({ text }) => text,
      put: (open, text) => ({ ...open, text }),
    },
  ],
  async submit({ remark, path, clauseId, clauseHash, threads, thread, text }, { effects }) {
    const chosen = threads[thread] ?? null;
    const kind = remark === "resolved" && chosen?.resolved !== null ? "reopened" : remark;
    await effects.review(path, {
      kind,
      clauseId,
      clauseHash,
      to: chosen?.root.id ?? null,
      text: text.value.trim(),
    });
    return () => {};
  },
};

function threadTitle(thread: Thread | undefined, reviewer: string): Visible {
  if (thread === undefined) return v``;
  return v`${entryTitle(thread.root, reviewer)}${thread.resolved === null ? "" : " (resolved)"}`;
}

const titles = {
  flagged: "Flag",
  comment: "Comment on",
  reply: "Reply on",
  resolved: "Resolve or reopen on",
} as const;

export const remarkDialog = createFormDialog(form, {
  helpTitle: "Review of a clause",
  title: ({ remark, clauseId }, width) =>
    truncate(v`${titles[remark]} ${clauseId}`, Math.max(1, width - 2), { where: "middle" }),
  busyText: v`Saving…`,
  submit: { title: "Save", keys: ["enter", "ctrl+s"], footerLabel: "save" },
  choice: { title: "Next discussion", previous: "Previous discussion", footerLabel: "discussion" },
  next: "next",
});
