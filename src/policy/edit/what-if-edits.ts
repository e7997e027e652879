import { asList, ownField } from "../matrix/readable-policy.ts";
import { type Axis, axes, axisLabels, type Enforcement } from "../policy.ts";
import type { NewValue, TextEdit } from "./text-edit.ts";
import type { ClauseRef, WhatIf } from "./what-if.ts";

/** Edits of a change, or the reason why it does not apply to the document. */
export type WhatIfEdits = readonly TextEdit[] | { readonly why: string };

const clausesPath = "/regulatory_clauses";
const thresholdsPath = "/compliance_thresholds";

/** Returns the edits that make a change in a document. */
export function whatIfEdits(document: unknown, change: WhatIf): WhatIfEdits {
  switch (change.kind) {
    case "minimum":
      return thresholdEdit(document, "minimum_lambda_coverage", change.minimum);
    case "retention":
      return thresholdEdit(document, "receipt_retention_days", change.days);
    case "mandatory":
      return mandatoryEdits(document, change.axis, change.isMandatory);
    case "add-clause":
      return additionEdits(document, change);
    default: {
      const index = clauseIndex(document, change.clause);
      if (typeof index !== "number") return index;
      return clauseEdits(document, change, index);
    }
  }
}

function clausesOf(document: unknown): readonly unknown[] {
  return asList(ownField(document, "regulatory_clauses"));
}

function clauseIndex(document: unknown, { id, index }: ClauseRef): number | { readonly why: string } {
  const found = clausesOf(document).flatMap((clause, at) =>
    ownField(clause, "clause_id") === id ? [at] : [],
  );
  const [only] = found;
  if (only === undefined) return { why: `there is no clause ${id}` };
  if (found.length === 1) return only;
  return found.includes(index) ? index : { why: `several clauses have the ID ${id}` };
}

type ClauseChange = Exclude<WhatIf, { kind: "minimum" | "retention" | "mandatory" | "add-clause" }>;

function clauseEdits(document: unknown, change: ClauseChange, index: number): WhatIfEdits {
  const path = `${clausesPath}/${index}`;
  if (change.kind === "remove-clause") return [{ kind: "remove", path }];
  if (change.kind === "copy-clause") {
    if (hasClause(document, change.as)) return { why: `there is a clause ${change.as} already` };
    return [
      { kind: "copy", path },
      { kind: "set", path: `${clausesPath}/${index + 1}/clause_id`, value: change.as },
    ];
  }
  const mappings = ownField(clausesOf(document)[index], "lambda_axes");
  const found = asList(mappings).flatMap((mapping, at) =>
    ownField(mapping, "axis") === change.axis ? [at] : [],
  );
  const list = `${path}/lambda_axes`;
  if (change.kind === "map") {
    if (found.length > 0) return { why: `${change.clause.id} maps ${change.axis} already` };
    if (!Array.isArray(mappings)) return { why: `${change.clause.id} has no list of axes` };
    return [insertedMapping(document, list, mappings.length, change)];
  }
  const [at] = found;
  if (at === undefined) return { why: `${change.clause.id} does not map ${change.axis}` };
  if (found.length > 1) return { why: `${change.clause.id} maps ${change.axis} more than once` };
  if (change.kind === "unmap") return [{ kind: "remove", path: `${list}/${at}` }];
  const mapping = asList(mappings)[at];
  if (ownField(mapping, change.kind) === undefined) {
    return { why: `the mapping of ${change.axis} has no ${change.kind}` };
  }
  const value = change.kind === "weight" ? change.weight : change.enforcement;
  return [{ kind: "set", path: `${list}/${at}/${change.kind}`, value }];
}

function newMapping(axis: Axis, weight: number, enforcement: Enforcement): { [key: string]: NewValue } {
  return { axis, label: axisLabels[axis], weight, enforcement };
}

/** Returns the insertion of a mapping, in the style of the previous mapping, otherwise of another clause's first. */
function insertedMapping(
  document: unknown,
  list: string,
  at: number,
  { axis, weight, enforcement }: Extract<WhatIf, { kind: "map" }>,
): TextEdit {
  const value = newMapping(axis, weight, enforcement);
  const other = clausesOf(document).findIndex((clause) => asList(ownField(clause, "lambda_axes")).length > 0);
  const like = at === 0 && other !== -1 ? { like: `${clausesPath}/${other}/lambda_axes/0` } : {};
  return { kind: "insert", path: `${list}/${at}`, value, ...like };
}

function hasClause(document: unknown, id: string): boolean {
  return clausesOf(document).some((clause) => ownField(clause, "clause_id") === id);
}

/** Weight and enforcement of an added mapping. */
export const addedMapping = { weight: 0.5, enforcement: "recommended" } as const;

function additionEdits(document: unknown, { clause }: Extract<WhatIf, { kind: "add-clause" }>): WhatIfEdits {
  const { id, title, citation, fullRef, axis } = clause;
  if (hasClause(document, id)) return { why: `there is a clause ${id} already` };
  if (!Array.isArray(ownField(document, "regulatory_clauses"))) return { why: "there is no list of clauses" };
  const { weight, enforcement } = addedMapping;
  const value: NewValue = {
    clause_id: id,
    title,
    citation,
    full_ref: fullRef,
    lambda_axes: [newMapping(axis, weight, enforcement)],
  };
  return [{ kind: "insert", path: `${clausesPath}/${clausesOf(document).length}`, value }];
}

function thresholdEdit(document: unknown, key: string, value: number): WhatIfEdits {
  if (ownField(ownField(document, "compliance_thresholds"), key) === undefined) {
    return { why: `the policy has no ${key}` };
  }
  return [{ kind: "set", path: `${thresholdsPath}/${key}`, value }];
}

/** Adds an axis before the first one that follows it in the order Λ1 to Λ10. */
function mandatoryEdits(document: unknown, axis: Axis, isMandatory: boolean): WhatIfEdits {
  const list = ownField(ownField(document, "compliance_thresholds"), "mandatory_axes");
  if (!Array.isArray(list)) return { why: "the policy has no mandatory_axes" };
  const path = `${thresholdsPath}/mandatory_axes`;
  const at = list.indexOf(axis);
  if (isMandatory === (at !== -1)) {
    return { why: `${axis} is ${isMandatory ? "mandatory already" : "not mandatory"}` };
  }
  if (!isMandatory) return [{ kind: "remove", path: `${path}/${at}` }];
  const order = (one: unknown) => axes.findIndex((known) => known === one);
  const next = list.findIndex((one) => order(one) > order(axis));
  return [{ kind: "insert", path: `${path}/${next === -1 ? list.length : next}`, value: axis }];
}
