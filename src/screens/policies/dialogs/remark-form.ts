import {
  isGeneralRow,
  type PagePart,
  partsOf,
  type PolicyPage,
} from "../../../policy-service/policy-page.ts";
import type { Thread } from "../../../policy/review/clause-review.ts";
import { span } from "../../../text/line.ts";
import { truncate } from "../../../text/truncate.ts";
import { v, type Visible } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { ask } from "../../../tui/dialogs/confirm.ts";
import { createFormDialog } from "../../../tui/dialogs/form-dialog.ts";
import { type FormState, submitForm, untouched } from "../../../tui/dialogs/form.ts";
import { isPaneShown } from "../../../tui/layout.ts";
import { act } from "../../../tui/records/acts.ts";
import { internal } from "../../../tui/records/command.ts";
import { dialogKind } from "../../../tui/state/nav.ts";
import { shownZone } from "../../../tui/state/preferences.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { Store } from "../../../tui/state/store.ts";
import { type TextField, textField } from "../../../tui/text-field.ts";
import type { Command, Form } from "../../app.ts";
import { cellToDiscussion } from "../detail/cell-lines.ts";
import { entryTitle } from "../detail/discussion-lines.ts";
import { generalToDiscussion } from "../detail/general-lines.ts";
import { detailSize, policiesArrangement } from "../layout.ts";
import { saveEntry, type ThreadChoice } from "../operations/review-entries.ts";
import type { PoliciesRunning } from "../running.ts";
import { selectedPart, shownPage } from "../select/selection.ts";
import { paneShown, policiesSlice, setPolicies } from "../state/policies.ts";

type RemarkKind = "flagged" | "comment" | "reply" | "resolved";

/** Form for the reason of a flag, a comment or reply, or for the discussion to resolve or reopen. */
export interface RemarkForm extends FormState {
  readonly kind: "remark";
  readonly remark: RemarkKind;
  /** Path of the policy. */
  readonly path: string;
  readonly clauseId: string;
  readonly clauseHash: string;
  readonly reviewer: string;
  /** Discussions to choose from; empty for a flag and a comment. */
  readonly threads: readonly Thread[];
  /** Index of the chosen discussion. */
  readonly thread: number;
  readonly text: TextField;
  /** True to attach it to the text at the opening of the form, although the clause has changed. */
  readonly isAboutEarlier: boolean;
}

const remarkKind = dialogKind<RemarkForm>("remark");

/** Creates the form; returns null if the clause has no readable ID or no canonical form. */
export function remarkForm(
  remark: RemarkKind,
  { path, reviewer }: PolicyPage,
  { id, hash }: PagePart,
  { threads, proposed }: ThreadChoice = { threads: [], proposed: 0 },
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
    thread: proposed,
    text: textField(""),
    isAboutEarlier: false,
  };
}

const labels = { flagged: v`Reason`, comment: v`Comment`, reply: v`Reply`, resolved: v`` } as const;

const form: Form<RemarkForm, PoliciesRunning> = {
  kind: remarkKind,
  id: "remark",
  asksToDiscard: true,
  inputs: [
    {
      type: "choice",
      name: "thread",
      label: ({ remark, threads, thread }) =>
        remark === "reply" ? v`Reply to` : isResolved(threads[thread]) ? v`Reopen` : v`Resolve`,
      isReachable: ({ threads }) => threads.length > 1,
      isShown: ({ threads }) => threads.length > 1,
      chosen: ({ threads, thread, reviewer }) => ({
        text: threadTitle(threads[thread], reviewer),
        index: thread,
        count: threads.length,
      }),
      values: ({ threads, thread, reviewer }) => ({
        texts: threads.map((one) => threadTitle(one, reviewer)),
        index: thread,
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
      placeholder: (_registry, { remark }) => (remark === "flagged" ? v`what is wrong` : v`your text`),
      rows: 6,
      isReachable: ({ remark }) => remark !== "resolved",
      isShown: ({ remark }) => remark !== "resolved",
      linesAbove: ({ threads, thread, reviewer }, width) =>
        threads.length === 1
          ? wrapWords(span(v`${threadTitle(threads[thread], reviewer)}`, "muted"), width, 2).slice(0, 3)
          : [],
      check: ({ remark, text }) =>
        remark !== "resolved" && text.value.trim() === ""
          ? remark === "flagged"
            ? "type a reason"
            : "type a text"
          : null,
      get: ({ text }) => text,
      put: (open, text) => ({ ...open, text }),
    },
  ],
  asks(open, { store }) {
    if (open.isAboutEarlier || isCurrent(store.get(), open)) return false;
    ask(store, {
      title: `${open.clauseId} changed`,
      lines: [
        "Another program saved the file since you opened this form. " +
          "Saving now attaches your entry to the earlier text.",
      ],
      verb: "save",
      keep: "back",
      command: "remark.save-earlier",
    });
    return true;
  },
  async submit({ remark, path, clauseId, clauseHash, threads, thread, text }, app) {
    const chosen = threads[thread];
    const kind = remark === "resolved" && isResolved(chosen) ? "reopened" : remark;
    await saveEntry(app, path, {
      kind,
      clauseId,
      clauseHash,
      to: chosen?.root.id ?? null,
      text: text.value.trim(),
    });
    return () => {
      if (remark === "comment" || remark === "reply") showDiscussion(app.store, path, clauseId);
    };
  },
};

/** Returns false if the shown policy still has the clause with the form's content. */
function isCurrent(state: AppState, { path, clauseId, clauseHash }: RemarkForm): boolean {
  const page = shownPage(policiesSlice.get(state));
  if (page?.path !== path) return true;
  return partsOf(page).some(({ id, hash }) => id === clauseId && hash === clauseHash);
}

const isResolved = (thread: Thread | undefined) => thread !== undefined && thread.resolved !== null;

function threadTitle(thread: Thread | undefined, reviewer: string): Visible {
  if (thread === undefined) return v``;
  return v`${entryTitle(thread.root, reviewer)}${isResolved(thread) ? " (resolved)" : ""}`;
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
  submit: { title: "Save", ...act("open", "save"), footerLabel: "save" },
  choice: { title: "Next discussion", previous: "Previous discussion", footerLabel: "discussion" },
  next: "next",
});

/** Command that saves an entry after the question about a changed clause. */
export const saveEarlier: Command<PoliciesRunning> = {
  id: "remark.save-earlier",
  scope: internal,
  keys: [],
  title: "Save for the earlier text",
  async run(context) {
    remarkKind.change(context.store, (open) => ({ ...open, isAboutEarlier: true }));
    await submitForm(form, context);
  },
};

/**
 * Shows the end of the discussion in the Cell tab, with as much above as fits, if a part is still selected. Keeps the
 * focus where the tab is visible.
 */
function showDiscussion(store: Store, path: string, partId: string): void {
  const before = policiesSlice.get(store.get());
  if (shownPage(before)?.path !== path || selectedPart(before)?.id !== partId) return;
  const focus = before.pane === "source" ? "matrix" : before.focus;
  store.batch(() => {
    store.dispatch(setPolicies({ pane: "cell", focus }));
    if (!isPaneShown(store.get(), policiesArrangement, "detail")) store.dispatch(paneShown("cell"));
    const policies = policiesSlice.get(store.get());
    const page = shownPage(policies);
    if (page === null) return;
    const { row, column } = policies.cell;
    const { columns, rows } = detailSize(store.get());
    const zone = shownZone(store.get());
    const { length } =
      page.general !== null && isGeneralRow(page, row)
        ? generalToDiscussion(page, page.general, columns, zone)
        : cellToDiscussion(page, row, column, columns, zone);
    store.dispatch(setPolicies({ paneTop: Math.max(0, length - rows) }));
  });
}
