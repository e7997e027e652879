import type { PolicyPage } from "../../../policy-service/policy-page.ts";
import type { FailedChange, TriedPage } from "../../../policy-service/what-if-methods.ts";
import { type ClauseRef, whatIfText, type WhatIf, withWhatIf } from "../../../policy/edit/what-if.ts";
import type { Axis, Enforcement } from "../../../policy/policy.ts";
import { memo } from "../../../text/memo.ts";
import { type AppState, createSlice } from "../../../tui/state/slice.ts";
import { selectedClause, shownPage } from "../select/selection.ts";
import { policiesSlice } from "./policies.ts";

/**
 * File of a pending change: `same` as when the change began, `changed` by another program and not yet accepted,
 * `unreadable`, or `gone`.
 */
export type PendingFile = "same" | "changed" | "unreadable" | "gone";

/** Tried changes of a policy, not yet written. */
export interface PendingChange {
  /** Path of the policy. */
  readonly path: string;
  /** Last readable page of the file without the changes. */
  readonly base: PolicyPage;
  /** Page of the file when the changes began, or were applied again. */
  readonly seen: PolicyPage;
  /** At least one. */
  readonly changes: readonly WhatIf[];
  /** Inapplicable changes after another program changed the file. */
  readonly failed: readonly FailedChange[];
  readonly file: PendingFile;
  /** Numbers of values made weaker and stronger; null until known, or with errors. */
  readonly counts: TriedPage["counts"];
}

interface WhatIfState {
  /** Null if nothing is pending. */
  readonly pending: PendingChange | null;
}

const initialWhatIf: WhatIfState = { pending: null };

/** State of the tried changes in the matrix, of one policy at a time. */
export const whatIfSlice = createSlice("whatIf", initialWhatIf, {
  /** Adds a change to those of a page. */
  changeTried({ pending }, base: PolicyPage, change: WhatIf): WhatIfState {
    const begun = {
      path: base.path,
      base,
      seen: base,
      changes: [],
      failed: [],
      file: "same" as const,
      counts: null,
    };
    const before = pending ?? begun;
    return { pending: { ...before, changes: withWhatIf(before.changes, change) } };
  },
  /** Removes changes by their indexes. */
  changesRemoved(state, indexes: readonly number[]): WhatIfState {
    if (state.pending === null) return state;
    const changes = state.pending.changes.filter((_, index) => !indexes.includes(index));
    return { pending: changes.length === 0 ? null : { ...state.pending, changes, failed: [] } };
  },
  pendingUpdated: (
    state,
    update: Partial<Pick<PendingChange, "base" | "seen" | "failed" | "file" | "counts">>,
  ): WhatIfState => ({
    pending: state.pending === null ? null : { ...state.pending, ...update },
  }),
  pendingEnded: (): WhatIfState => initialWhatIf,
});
export const { changeTried, changesRemoved, pendingUpdated, pendingEnded } = whatIfSlice.actions;

/** Returns the tried changes, or null. */
export function pendingChange(state: AppState): PendingChange | null {
  return whatIfSlice.get(state).pending;
}

/** Returns true if the pending changes make errors. */
export function hasNewErrors(state: AppState): boolean {
  const pending = pendingChange(state);
  const page = shownPage(policiesSlice.get(state));
  return pending !== null && page?.path === pending.path && page.summary.errors > pending.base.summary.errors;
}

/** Describes the event of the file with a pending change. */
export const fileWords: Readonly<Record<Exclude<PendingFile, "same">, string>> = {
  changed: "another program changed the file",
  unreadable: "the file cannot be read",
  gone: "the file was deleted",
};

/** Returns the reason if a pending change makes the shown page differ from the file, or null. */
export function lostFile(state: AppState, page: PolicyPage): string | null {
  const pending = pendingChange(state);
  if (pending === null || pending.path !== page.path) return null;
  return pending.file === "gone" || pending.file === "unreadable" ? fileWords[pending.file] : null;
}

/** Returns the reason for disabling a command on the written file during a pending change, or null. */
export const requireNothingPending = (state: AppState) =>
  pendingChange(state) === null ? null : "a what-if change is pending; keep or discard it first";

/** Describes the changes: the last one, and the number of others. */
export function pendingWords({ changes }: Pick<PendingChange, "changes">): string {
  const last = changes.at(-1);
  const others = changes.length - 1;
  return `${last === undefined ? "" : whatIfText(last)}${others > 0 ? ` and ${others} more` : ""}`;
}

/** Selected cell with its values, after the last tried change. */
export interface SelectedCell {
  readonly clause: ClauseRef;
  readonly axis: Axis;
  readonly isMapped: boolean;
  /** Null if the clause does not map the axis, or the weight is not a number. */
  readonly weight: number | null;
  /** Null if the clause does not map the axis, or the enforcement is not known. */
  readonly enforcement: Enforcement | null;
}

/** Returns the selected cell; null without a clause that has an ID. */
export function selectedCell(state: AppState): SelectedCell | null {
  const policies = policiesSlice.get(state);
  const page = shownPage(policies);
  const clause = selectedClause(policies);
  const column = page?.columns[policies.cell.column];
  if (page === null || clause === null || clause.id === null || column === undefined) return null;
  const { id } = clause;
  const { axis } = column;
  const cell = clause.cells[policies.cell.column] ?? null;
  const shown = {
    isMapped: cell !== null,
    weight: cell?.weight ?? null,
    enforcement: cell?.enforcement ?? null,
  };
  // The page of the last change may not be made yet.
  const tried = (pendingChange(state)?.changes ?? []).reduce((now, change): typeof shown => {
    if (!("clause" in change && "axis" in change) || change.clause.id !== id || change.axis !== axis)
      return now;
    if (change.kind === "unmap") return { isMapped: false, weight: null, enforcement: null };
    return {
      isMapped: true,
      weight: "weight" in change ? change.weight : now.weight,
      enforcement: "enforcement" in change ? change.enforcement : now.enforcement,
    };
  }, shown);
  return { clause: { id, index: page.clauses.indexOf(clause) }, axis, ...tried };
}

const none: ReadonlySet<string> = new Set();

/**
 * Returns the cells of the shown page altered by pending changes, named by `cellKey`; for the general provisions the
 * first of the row.
 */
export function changedCells(state: AppState, page: PolicyPage): ReadonlySet<string> {
  const pending = pendingChange(state);
  if (pending === null || pending.path !== page.path || pending.base === page) return none;
  return differingCells(page, pending.base);
}

const differingCells = memo((page: PolicyPage, base: PolicyPage): ReadonlySet<string> => {
  const cells = new Set<string>();
  const left = [...base.clauses];
  for (const [row, clause] of page.clauses.entries()) {
    const at = left.findIndex(({ id }) => id === clause.id);
    const [before] = at === -1 ? [] : left.splice(at, 1);
    for (const [column, cell] of clause.cells.entries()) {
      const was = before?.cells[column] ?? null;
      const isSame =
        was?.weight === cell?.weight &&
        was?.enforcement === cell?.enforcement &&
        was?.mappings.length === cell?.mappings.length;
      if (!isSame) cells.add(cellKey(row, column));
    }
  }
  if (base.general?.hash !== page.general?.hash) cells.add(cellKey(page.clauses.length, 0));
  return cells;
});

/** Returns the key of a cell. @param row index of the clause on the page */
export function cellKey(row: number, column: number): string {
  return `${row} ${column}`;
}
