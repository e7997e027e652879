import { type Axis, axisLabels, type Enforcement } from "../policy.ts";

/** Clause of a policy. */
export interface ClauseRef {
  readonly id: string;
  /** Index, to choose among several clauses with the ID. */
  readonly index: number;
}

/** Texts of a new clause. */
export interface NewClause {
  readonly id: string;
  readonly title: string;
  readonly citation: string;
  readonly fullRef: string;
  /** Its only mapping. */
  readonly axis: Axis;
}

/** Trial change of a policy, not yet written. Applies to other versions of the text too. */
export type WhatIf =
  | { readonly kind: "weight"; readonly clause: ClauseRef; readonly axis: Axis; readonly weight: number }
  | {
      readonly kind: "enforcement";
      readonly clause: ClauseRef;
      readonly axis: Axis;
      readonly enforcement: Enforcement;
    }
  | {
      readonly kind: "map";
      readonly clause: ClauseRef;
      readonly axis: Axis;
      readonly weight: number;
      readonly enforcement: Enforcement;
    }
  | { readonly kind: "unmap"; readonly clause: ClauseRef; readonly axis: Axis }
  | { readonly kind: "add-clause"; readonly clause: NewClause }
  /** Copies a clause behind itself under a new ID. */
  | { readonly kind: "copy-clause"; readonly clause: ClauseRef; readonly as: string }
  | { readonly kind: "remove-clause"; readonly clause: ClauseRef }
  | { readonly kind: "minimum"; readonly minimum: number }
  | { readonly kind: "mandatory"; readonly axis: Axis; readonly isMandatory: boolean }
  | { readonly kind: "retention"; readonly days: number };

/** Step of the keys that change a weight. */
const weightStep = 0.05;

/** Returns the next higher or lower weight on a grid of two decimals, from 0 to 1. */
export function steppedWeight(weight: number, step: 1 | -1): number {
  return Math.max(0, Math.min(1, Math.round((weight + step * weightStep) * 100) / 100));
}

/** Returns the changes with one more; it replaces a last change of about the same value. */
export function withWhatIf(changes: readonly WhatIf[], change: WhatIf): readonly WhatIf[] {
  const last = changes.at(-1);
  const merged = last === undefined ? null : mergedWith(last, change);
  return merged === null ? [...changes, change] : [...changes.slice(0, -1), merged];
}

function mergedWith(last: WhatIf, change: WhatIf): WhatIf | null {
  const isSameCell =
    "axis" in last &&
    "axis" in change &&
    last.axis === change.axis &&
    "clause" in last &&
    "clause" in change &&
    last.clause.id === change.clause.id;
  if (isSameCell && last.kind === "map" && change.kind === "weight") {
    return { ...last, weight: change.weight };
  }
  if (isSameCell && last.kind === "map" && change.kind === "enforcement") {
    return { ...last, enforcement: change.enforcement };
  }
  const isSameValue =
    last.kind === change.kind &&
    (isSameCell
      ? change.kind === "weight" || change.kind === "enforcement"
      : change.kind === "minimum" || change.kind === "retention");
  return isSameValue ? change : null;
}

/** Describes a change: `HIPAA-164.502b Λ4 weight 0.6`. */
export function whatIfText(change: WhatIf): string {
  switch (change.kind) {
    case "weight":
      return `${change.clause.id} ${change.axis} weight ${change.weight}`;
    case "enforcement":
      return `${change.clause.id} ${change.axis} ${change.enforcement}`;
    case "map":
      return `${change.clause.id} maps ${change.axis} ${change.weight} ${change.enforcement}`;
    case "unmap":
      return `${change.clause.id} no longer maps ${change.axis}`;
    case "add-clause":
      return `clause ${change.clause.id} added`;
    case "copy-clause":
      return `${change.clause.id} copied as ${change.as}`;
    case "remove-clause":
      return `clause ${change.clause.id} removed`;
    case "minimum":
      return `minimum coverage ${change.minimum}`;
    case "mandatory":
      return `${change.axis} ${axisLabels[change.axis]} ${change.isMandatory ? "mandatory" : "no longer mandatory"}`;
    case "retention":
      return `retention ${change.days} days`;
  }
}
