import type { Comparison, PolicyPage } from "../../../policy-service/policy-page.ts";
import type { Direction } from "../../../policy/diff/change.ts";
import {
  directionOfAxis,
  directionOfCell,
  type ChangedField,
  type PlacedChange,
} from "../../../policy/diff/placed-changes.ts";
import type { CellPlace } from "./source.ts";

/** Returns the changes that the page lists; empty if it was not compared. */
export function shownChanges(page: PolicyPage | null): readonly PlacedChange[] {
  return page !== null && "changes" in page.compared.diff ? page.compared.diff.changes : [];
}

/** Row and axis of a change; the axis is null for a whole row. */
export interface ChangePlace {
  readonly row: number;
  readonly column: number | null;
}

/**
 * Returns the place of a change: its clause, the general provisions, or an axis head. Null if the page lacks it, as
 * for a removed clause.
 */
export function changeCell(
  { clauses, general }: PolicyPage,
  { clause, axis, field }: Pick<PlacedChange, "clause" | "axis" | "field">,
): ChangePlace | null {
  if (clause !== null) return clause < clauses.length ? { row: clause, column: axis } : null;
  if (field !== null && general !== null) return { row: clauses.length, column: axis };
  return axis === null ? null : { row: -1, column: axis };
}

/** Returns true if a page is compared with its baseline. */
export function isBaseline({ compared, baseline }: Pick<PolicyPage, "compared" | "baseline">): boolean {
  return compared.kind === "revision" && compared.name === baseline;
}

/** Formats the compared version: `since HEAD`, `against financial.yaml`. */
export function sinceText({ kind, name }: Pick<Comparison, "kind" | "name">): string {
  return `${kind === "revision" ? "since" : "against"} ${name}`;
}

/** Formats why a clause of the compared version has no row: `removed since HEAD`, `only in financial.yaml`. */
export function removedText({ kind, name }: Comparison): string {
  return kind === "revision" ? `removed since ${name}` : `only in ${name}`;
}

/** Returns the changes of a cell and of its clause. */
export function changesOfCell(page: PolicyPage, { row, column }: CellPlace): readonly PlacedChange[] {
  return shownChanges(page).filter(
    ({ clause, axis }) => clause === row && (axis === null || axis === column),
  );
}

/** Returns true for a clause with neutral changes, such as of its wording. */
export function hasOtherChanges(page: PolicyPage, row: number): boolean {
  return shownChanges(page).some(({ clause, direction }) => clause === row && direction === "changed");
}

/** Returns the direction of an axis compared with the other version, or null. */
export function axisDirection(page: PolicyPage, column: number): Direction | null {
  return directionOfAxis(shownChanges(page), column);
}

/** Returns the direction of a cell compared with the other version, or null. */
export function cellDirection(
  { compared: { diff } }: PolicyPage,
  { row, column }: CellPlace,
): Direction | null {
  return "cells" in diff ? directionOfCell(diff.cells, row, column) : null;
}

const ranks: Readonly<Record<Direction, number>> = { weakened: 0, strengthened: 1, changed: 2 };

/** Returns the differing fields of the general provisions, weakened ones first. */
export function changedFields({ compared: { diff } }: Pick<PolicyPage, "compared">): readonly ChangedField[] {
  if (!("fields" in diff)) return [];
  return diff.fields.toSorted((one, other) => ranks[one.direction] - ranks[other.direction]);
}

/** Formats the former value: `was 2192 in HEAD`. */
export function wasText(was: string | null, { name }: Pick<Comparison, "name">): string {
  return was === null ? `not in ${name}` : `was ${was} in ${name}`;
}
