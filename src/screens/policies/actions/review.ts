import { type PagePart, partsOf, type PolicyPage } from "../../../policy-service/policy-page.ts";
import type { Verdict } from "../../../policy/review/review-entry.ts";
import { signs } from "../../../policy/signs.ts";
import { plural } from "../../../text/numbers.ts";
import { ask, type QuestionLine } from "../../../tui/dialogs/confirm.ts";
import { act } from "../../../tui/records/acts.ts";
import { internal } from "../../../tui/records/command.ts";
import { openDialog } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { Command } from "../../app.ts";
import { weakerInPart } from "../detail/diff-lines.ts";
import { remarkForm } from "../dialogs/remark-form.ts";
import { requirePart } from "../disabled-reasons.ts";
import { authorName } from "../lines/review-words.ts";
import {
  ownVerdict,
  resolvableChoice,
  saveEntry,
  type ThreadChoice,
  threadChoice,
} from "../operations/review-entries.ts";
import type { PoliciesApp, PoliciesRunning } from "../running.ts";
import { selectedPart, shownPage } from "../select/selection.ts";
import { policiesSlice } from "../state/policies.ts";

interface Selected {
  readonly page: PolicyPage;
  /** Index of the part. */
  readonly row: number;
  readonly part: PagePart & { readonly id: string; readonly hash: string };
}

function selected(state: AppState): Selected | null {
  const page = shownPage(policiesSlice.get(state));
  const part = selectedPart(policiesSlice.get(state));
  if (page === null || part === null || part.id === null || part.hash === null) return null;
  return { page, row: partsOf(page).indexOf(part), part: { ...part, id: part.id, hash: part.hash } };
}

function save(
  app: PoliciesApp,
  { page, part }: Selected,
  kind: Verdict | "withdrawn" | "resolved" | "reopened",
  to: string | null = null,
): Promise<void> {
  return saveEntry(app, page.path, { kind, clauseId: part.id, clauseHash: part.hash, to, text: "" });
}

function openForm({ store }: PoliciesApp, ...args: Parameters<typeof remarkForm>): void {
  const form = remarkForm(...args);
  if (form !== null) store.dispatch(openDialog(form));
}

function choiceOf({ page, part }: Selected): ThreadChoice {
  return threadChoice(part.review, page.reviewer);
}

function resolvableOf({ page, part }: Selected): ThreadChoice {
  return resolvableChoice(part.review, page.reviewer);
}

const requireThread = (state: AppState) => {
  const at = selected(state);
  const isNone = at !== null && choiceOf(at).threads.length === 0;
  return requirePart(state) ?? (isNone ? "it has no discussion" : null);
};

const requireResolvable = (state: AppState) => {
  const at = selected(state);
  const isNone = at !== null && resolvableOf(at).threads.length === 0;
  return requirePart(state) ?? (isNone ? "it has no flag or comment to resolve" : null);
};

/**
 * Describes what an approval accepts, contradicts or replaces: errors, values weaker than in the baseline, flags of
 * others, one's own flag.
 */
function doubtsOf(
  { page, row, part }: Selected,
  own: ReturnType<typeof ownVerdict>,
): readonly QuestionLine[] {
  const weaker = weakerInPart(page, row);
  const others = part.review.verdicts.filter(
    ({ entry, isOld }) => entry.kind === "flagged" && !isOld && entry.by !== page.reviewer,
  );
  return [
    ...errorTexts(page, row).map((text) => ({ text, tone: "error" }) as const),
    ...(weaker === null
      ? []
      : [weaker.words, ...weaker.values.map((text) => `· ${text}`)].map(
          (text) => ({ text, tone: "error" }) as const,
        )),
    ...others.map(({ entry }) => {
      const by = authorName(entry.by, page.reviewer);
      return { text: `${signs.flagged} flagged by ${by}${quotedReason(entry.text)}`, tone: "error" } as const;
    }),
    ...(own?.kind === "flagged" ? [`It replaces your flag${quotedReason(own.text)}`] : []),
  ];
}

/** Maximum errors that are named. */
const maxErrors = 2;

/** Names the first errors of a part; errors outside the clauses belong to the general provisions. */
function errorTexts({ clauses, findings }: PolicyPage, row: number): readonly string[] {
  const errors = findings.filter(
    ({ severity, clause }) => severity === "error" && (clause ?? clauses.length) === row,
  );
  const left = errors.length - maxErrors;
  return [
    ...errors.slice(0, maxErrors).map(({ line, message }) => `${signs.error} line ${line}: ${message}`),
    ...(left > 0 ? [`${signs.error} and ${plural(left, "more error")}`] : []),
  ];
}

/** Formats the end of a sentence about a flag: `: "no owner"`, or a full stop without a reason. */
function quotedReason(text: string): string {
  const reason = text.trim();
  return reason === "" ? "." : `: "${reason}"`;
}

/** Commands that review the selected clause or general provisions. */
export const reviewCommands: readonly Command<PoliciesRunning>[] = [
  {
    id: "policy.approve",
    scope: "policy",
    ...act("approve"),
    title: "Approve or withdraw approval",
    footerLabel: "approve",
    disabledReason: requirePart,
    async run(context) {
      const at = selected(context.store.get());
      if (at === null) return;
      const own = ownVerdict(at.page, at.part);
      const lines = own?.kind === "approved" ? [] : doubtsOf(at, own);
      if (lines.length === 0) {
        await save(context, at, own === null ? "approved" : "withdrawn");
        return;
      }
      ask(context.store, {
        title: `Approve ${at.part.id}?`,
        lines,
        verb: "approve",
        command: "policy.approve-asked",
        argument: at.part.hash,
      });
    },
  },
  {
    id: "policy.approve-asked",
    scope: internal,
    keys: [],
    title: "Confirm the approval",
    async run(context, hash) {
      const at = selected(context.store.get());
      // Approves only the content in the question.
      if (at === null || hash === undefined) return;
      await save(context, { ...at, part: { ...at.part, hash } }, "approved");
    },
  },
  {
    id: "policy.flag",
    scope: "policy",
    ...act("flag"),
    title: "Flag or withdraw the flag",
    footerLabel: "flag",
    disabledReason: requirePart,
    async run(context) {
      const at = selected(context.store.get());
      if (at === null) return;
      if (ownVerdict(at.page, at.part)?.kind === "flagged") await save(context, at, "withdrawn");
      else openForm(context, "flagged", at.page, at.part);
    },
  },
  {
    id: "policy.comment",
    scope: "policy",
    ...act("create"),
    title: "Comment on the clause",
    footerLabel: "comment",
    disabledReason: requirePart,
    run(context) {
      const at = selected(context.store.get());
      if (at !== null) openForm(context, "comment", at.page, at.part);
    },
  },
];

/** Commands of the discussion of the selected part. */
export const discussionCommands: readonly Command<PoliciesRunning>[] = [
  {
    id: "policy.reply",
    scope: "policy",
    ...act("moreAnswer"),
    title: "Reply in the discussion",
    footerLabel: "reply",
    disabledReason: requireThread,
    run(context) {
      const at = selected(context.store.get());
      if (at === null) return;
      openForm(context, "reply", at.page, at.part, choiceOf(at));
    },
  },
  {
    id: "policy.resolve",
    scope: "policy",
    ...act("onOff"),
    title: "Resolve or reopen a discussion",
    footerLabel: "resolve",
    disabledReason: requireResolvable,
    async run(context) {
      const at = selected(context.store.get());
      if (at === null) return;
      const choice = resolvableOf(at);
      const [thread] = choice.threads;
      if (thread === undefined) return;
      if (choice.threads.length > 1) openForm(context, "resolved", at.page, at.part, choice);
      else await save(context, at, thread.resolved === null ? "resolved" : "reopened", thread.root.id);
    },
  },
];
