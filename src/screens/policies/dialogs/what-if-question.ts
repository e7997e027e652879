import { basename } from "node:path";
import type { PageClause, PolicyPage } from "../../../policy-service/policy-page.ts";
import { type ClauseRef, type WhatIf, whatIfText } from "../../../policy/edit/what-if.ts";
import type { Axis } from "../../../policy/policy.ts";
import { signs } from "../../../policy/signs.ts";
import { type Line, span } from "../../../text/line.ts";
import { v, type Visible, visible } from "../../../text/visible.ts";
import { wrapWords } from "../../../text/wrap.ts";
import { box, contentColumns, contentRows, dialogColumns } from "../../../tui/dialogs/box.ts";
import { shortenAll } from "../../../tui/dialogs/shortened.ts";
import { act } from "../../../tui/records/acts.ts";
import type { Dialog } from "../../../tui/records/screen.ts";
import { closeDialog, dialogKind } from "../../../tui/state/nav.ts";
import type { Action, AppState } from "../../../tui/state/slice.ts";
import type { Command } from "../../app.ts";
import { requireOwnFile } from "../disabled-reasons.ts";
import { effectForms } from "../notice.ts";
import { acceptFile, discardChanges, keepChanges } from "../operations/pending-changes.ts";
import type { PoliciesApp, PoliciesRunning } from "../running.ts";
import { type PendingChange, pendingChange } from "../state/what-if.ts";

/** Question about pending changes: before the policy is left, or after another program changed its file. */
export interface WhatIfQuestion {
  readonly kind: "what-if";
  readonly reason: "leave" | "file-changed";
  /** ID of the command that runs unless the person stays; null for none. */
  readonly next: string | null;
}

const questionKind = dialogKind<WhatIfQuestion>("what-if");

/** Question about a deleted file, or about changes that cause errors. */
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

/** Returns the reason why the pending changes cannot be written, or null. */
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
      : `${signs.error} ${whatIfText(change)}: ${why}`;
  });
  if (pending.file === "gone")
    return [`${name} was deleted. Writing it again restores its last text with:`, ...changes];
  if (reason === "leave") return [`Not written to ${name}:`, ...changes];
  const isUnchanged = conflicts.every((conflict) => conflict === null);
  return [
    `Another program changed ${name}.`,
    ...(isUnchanged ? ["Your values are unchanged on disk."] : []),
    "Not yet applied to its new version:",
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

/** Closes the question, executes the answer, and runs the waiting command. */
async function answer(app: PoliciesApp, action: (app: PoliciesApp) => void | Promise<void>): Promise<void> {
  const { store, run } = app;
  const question = questionKind.find(store.get());
  store.dispatch(closeDialog());
  if (question === null) return;
  await action(app);
  if (question.next !== null && pendingChange(store.get()) === null) run(question.next);
}

const isGone = (state: AppState) => pendingChange(state)?.file === "gone";
/** Returns true for a question about a new version of the file that still exists. */
const isAboutFile = (state: AppState) =>
  questionKind.find(state)?.reason === "file-changed" && !isGone(state);

/** Commands of the question. */
export const questionCommands: readonly Command<PoliciesRunning>[] = [
  {
    id: "what-if.yes",
    scope: "what-if",
    ...act("yes", "save"),
    title: "Write or reapply the change",
    footerLabel: (state) => (isAboutFile(state) ? "reapply" : isGone(state) ? "write again" : "keep"),
    disabledReason: (state) => (isAboutFile(state) ? null : requireKeepable(state)),
    run: (app) => answer(app, isAboutFile(app.store.get()) ? acceptFile : keepChanges),
  },
  {
    id: "what-if.no",
    scope: "what-if",
    // Not a key of the document: the question may open by itself while its keys are typed.
    ...act("delete"),
    title: "Discard the change",
    footerLabel: "discard",
    run: (app) => answer(app, discardChanges),
  },
  {
    id: "what-if.stay",
    scope: "what-if",
    ...act("back", "leave"),
    title: "Decide later",
    footerLabel: "stay",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];

/**
 * Describes a change whose value another program changed in the file meanwhile: `HIPAA-164.312b × Λ6: 0.85 → 0.45
 * (another program set it to 0.9)`. Null for an unchanged value.
 * @param seen page of the file when the change was tried
 * @param disk page of the file now
 */
export function changedOnDisk(change: WhatIf, seen: PolicyPage, disk: PolicyPage): string | null {
  const [before, now] = [valueOf(change, seen), valueOf(change, disk)];
  if (before === now) return null;
  const by = now === null ? "another program removed it" : `another program set it to ${now}`;
  switch (change.kind) {
    case "weight":
    case "enforcement":
    case "map":
    case "unmap":
      return `${change.clause.id} × ${change.axis}: ${before ?? "no clause"} → ${wanted(change)} (${by})`;
    case "minimum":
    case "retention":
    case "mandatory":
      return `${subjectOf(change)}: ${before ?? "none"} → ${wanted(change)} (${by})`;
    case "add-clause":
      return `${whatIfText(change)} (another program added it, too)`;
    case "copy-clause":
    case "remove-clause":
      return `${whatIfText(change)} (another program ${now === null ? "removed" : "changed"} ${change.clause.id})`;
  }
}

/** Returns the page's value for a change, or null. */
function valueOf(change: WhatIf, page: PolicyPage): string | null {
  switch (change.kind) {
    case "weight":
    case "enforcement":
    case "map":
    case "unmap":
      return cellValue(change.kind, clauseOf(page, change.clause), change.axis, page);
    case "copy-clause":
    case "remove-clause": {
      const clause = clauseOf(page, change.clause);
      return clause === null ? null : (clause.hash ?? "");
    }
    case "add-clause":
      return page.clauses.some(({ id }) => id === change.clause.id) ? "present" : null;
    case "minimum":
      return numberText(page.facts?.minimum);
    case "retention":
      return numberText(page.facts?.retentionDays);
    case "mandatory":
      return mandatoryText(page.columns.some(({ axis, isMandatory }) => axis === change.axis && isMandatory));
  }
}

/** Returns the clause of a page; its index decides if several have the ID. */
function clauseOf({ clauses }: PolicyPage, { id, index }: ClauseRef): PageClause | null {
  const there = clauses[index];
  return there?.id === id ? there : (clauses.find((clause) => clause.id === id) ?? null);
}

function cellValue(
  kind: "weight" | "enforcement" | "map" | "unmap",
  clause: PageClause | null,
  axis: Axis,
  { columns }: PolicyPage,
): string | null {
  if (clause === null) return null;
  const cell = clause.cells[columns.findIndex((column) => column.axis === axis)] ?? null;
  if (cell === null) return "not mapped";
  const weight = numberText(cell.weight) ?? "no number";
  const enforcement = cell.enforcement ?? "unknown";
  if (kind === "weight") return weight;
  return kind === "enforcement" ? enforcement : `${weight} ${enforcement}`;
}

type ValueChange = Exclude<WhatIf, { readonly kind: "add-clause" | "copy-clause" | "remove-clause" }>;

/** Returns the value that a change sets. */
function wanted(change: ValueChange): string {
  switch (change.kind) {
    case "weight":
      return String(change.weight);
    case "enforcement":
      return change.enforcement;
    case "map":
      return `${change.weight} ${change.enforcement}`;
    case "unmap":
      return "not mapped";
    case "minimum":
      return String(change.minimum);
    case "retention":
      return String(change.days);
    case "mandatory":
      return mandatoryText(change.isMandatory);
  }
}

function subjectOf(
  change: Extract<WhatIf, { readonly kind: "minimum" | "retention" | "mandatory" }>,
): string {
  if (change.kind === "mandatory") return change.axis;
  return change.kind === "minimum" ? "minimum coverage" : "retention in days";
}

const mandatoryText = (isMandatory: boolean) => (isMandatory ? "mandatory" : "not mandatory");

function numberText(value: number | null | undefined): string | null {
  return value === null || value === undefined ? null : String(value);
}
