import type { PageClause, PolicyPage } from "../../../policy-service/policy-page.ts";
import { type ClauseRef, type WhatIf, whatIfText } from "../../../policy/edit/what-if.ts";
import type { Axis } from "../../../policy/policy.ts";

/**
 * Describes a change whose value another program changed in the file meanwhile: `HIPAA-164.312b × Λ6: 0.85 → 0.45
 * (another program set it to 0.9)`. Null if the value is as it was.
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

/** Returns the value of a page that a change is about; null if the page has none. */
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
