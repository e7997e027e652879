import { basename } from "node:path";
import { whatIfText } from "../../../policy/edit/what-if.ts";
import { type Line, span } from "../../../text/line.ts";
import { v, type Visible, visible } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { box, contentColumns, contentRows, dialogColumns } from "../../../tui/dialogs/box.ts";
import { shortenAll } from "../../../tui/dialogs/shortened.ts";
import type { Dialog } from "../../../tui/screen.ts";
import { closeDialog, dialogKind } from "../../../tui/state/nav.ts";
import type { Action, AppState } from "../../../tui/state/slice.ts";
import type { Command } from "../../app.ts";
import { requireOwnFile } from "../disabled-reasons.ts";
import { effectForms } from "../notice.ts";
import { acceptFile, discardChanges, keepChanges } from "../operations/pending-changes.ts";
import type { PoliciesApp, PoliciesRunning } from "../running.ts";
import { type PendingChange, pendingChange } from "../state/what-if.ts";
import { changedOnDisk } from "./changed-on-disk.ts";

/** Question about pending changes: before the policy is left, or after another program changed its file. */
export interface WhatIfQuestion {
  readonly kind: "what-if";
  readonly reason: "leave" | "file-changed";
  /** ID of the command that runs unless the person stays; null for none. */
  readonly next: string | null;
}

const questionKind = dialogKind<WhatIfQuestion>("what-if");

/** Question about a file that was deleted, or that the changes give errors. */
export const keepQuestion: WhatIfQuestion = { kind: "what-if", reason: "leave", next: null };

/** Question about a file that another program changed. */
export const changedQuestion: WhatIfQuestion = { kind: "what-if", reason: "file-changed", next: null };

/**
 * Returns the action that asks what to do with pending changes; null if there are none.
 * @param next ID of the command that runs unless the person stays; null for none
 */
export function askBeforeLeaving(state: AppState, next: string | null): Action | null {
  return pendingChange(state) === null ? null : questionKind.open({ kind: "what-if", reason: "leave", next });
}

/** Returns why the pending changes cannot be written; null if they can. */
export function requireKeepable(state: AppState): string | null {
  const pending = pendingChange(state);
  if (pending === null) return "no what-if change is pending";
  if (pending.file === "unreadable") return "the file cannot be read";
  return requireOwnFile(state);
}

function texts(reason: WhatIfQuestion["reason"], pending: PendingChange): readonly string[] {
  const name = basename(pending.path);
  const conflicts = pending.changes.map((change) => changedOnDisk(change, pending.seen, pending.base));
  const changes = pending.changes.map((change, index) => {
    const why = pending.failed.find((failed) => failed.index === index)?.why;
    return why === undefined
      ? `· ${conflicts[index] ?? whatIfText(change)}`
      : `✗ ${whatIfText(change)}: ${why}`;
  });
  if (pending.file === "gone")
    return [`${name} was deleted. Written again, it has its last text with:`, ...changes];
  if (reason === "leave") return [`Not written to ${name}:`, ...changes];
  const isUnchanged = conflicts.every((conflict) => conflict === null);
  return [
    `Another program changed ${name}.`,
    ...(isUnchanged ? ["Your values are unchanged on disk."] : []),
    "Not written, on top of its new version:",
    ...changes,
  ];
}

/** Dialog that asks what to do with pending changes. */
export const whatIfQuestion: Dialog<WhatIfQuestion> = {
  kind: "what-if",
  helpTitle: "Question about a what-if change",
  showsDisabledReason: true,
  box(state, { reason }) {
    const width = contentColumns(state, dialogColumns);
    const pending = pendingChange(state);
    const words = pending === null ? [] : [...texts(reason, pending), effectForms(state, pending)[0]];
    const lines = words.map((text): readonly Line[] => wrapWords(span(visible(text)), width, 2));
    return box(state, {
      title: titleOf(reason, pending),
      lines: shortenAll(lines, contentRows(state)),
      cursor: null,
      width: dialogColumns,
    });
  },
};

function titleOf(reason: WhatIfQuestion["reason"], pending: PendingChange | null): Visible {
  if (pending?.file === "gone") return v`Write the file again?`;
  return reason === "leave" ? v`Keep the what-if change?` : v`Apply the what-if change again?`;
}

/** Closes the question, does what was answered, and runs the command that waited for it. */
async function answer(app: PoliciesApp, action: (app: PoliciesApp) => void | Promise<void>): Promise<void> {
  const { store, run } = app;
  const question = questionKind.find(store.get());
  store.dispatch(closeDialog());
  if (question === null) return;
  await action(app);
  if (question.next !== null && pendingChange(store.get()) === null) run(question.next);
}

const isGone = (state: AppState) => pendingChange(state)?.file === "gone";
/** Returns true if the question is about a new version of the file, and not about one that was deleted meanwhile. */
const isAboutFile = (state: AppState) =>
  questionKind.find(state)?.reason === "file-changed" && !isGone(state);

/** Commands of the question. */
export const questionCommands: readonly Command<PoliciesRunning>[] = [
  {
    id: "what-if.yes",
    scope: "what-if",
    keys: ["y", "ctrl+s"],
    title: "Write or reapply the change",
    footerLabel: (state) => (isAboutFile(state) ? "reapply" : isGone(state) ? "write again" : "keep"),
    disabledReason: (state) => (isAboutFile(state) ? null : requireKeepable(state)),
    run: (app) => answer(app, isAboutFile(app.store.get()) ? acceptFile : keepChanges),
  },
  {
    id: "what-if.no",
    scope: "what-if",
    // Not a key of the document, which a habit leads to; the question about a webhook drops a change by it, too.
    keys: ["t"],
    title: "Discard the change",
    footerLabel: "discard",
    run: (app) => answer(app, discardChanges),
  },
  {
    id: "what-if.stay",
    scope: "what-if",
    keys: ["esc", "q"],
    title: "Stay, and decide later",
    footerLabel: "stay",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];
