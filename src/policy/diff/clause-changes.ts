import { type Axis, type AxisMapping, type Clause, axes, axisLabels, enforcements } from "../policy.ts";
import { quoted } from "../quoted.ts";
import type { PolicyChange } from "./change.ts";
import { differingText } from "./differing-text.ts";
import { fieldChanges } from "./field-changes.ts";
import { byRank } from "./gauge.ts";
import { isReordered, matchByKey, matchClauses } from "./match-clauses.ts";

const root = "/regulatory_clauses";

/** Formats a clause: `SR-164.312b "Audit controls" (Λ6, Λ7)`. */
function clauseText({ clause_id: id, title, lambda_axes: mappings }: Clause): string {
  return `${id} ${quoted(title)} (${mappings.map(({ axis }) => axis).join(", ")})`;
}

function changesWithin(before: Clause, after: Clause, from: number, to: number): readonly PolicyChange[] {
  const [oldPath, newPath] = [`${root}/${from}`, `${root}/${to}`];
  const renamed: readonly PolicyChange[] =
    before.clause_id === after.clause_id
      ? []
      : [
          {
            kind: "clause-renamed",
            direction: "changed",
            oldPath: `${oldPath}/clause_id`,
            newPath: `${newPath}/clause_id`,
            text: `clause ${before.clause_id} is now ${after.clause_id}`,
          },
        ];
  const section = {
    kind: "clause-text",
    oldPath,
    newPath,
    prefix: `${after.clause_id}: `,
    gauges: new Map(),
  } as const;
  return [
    ...renamed,
    ...fieldChanges(section, { ...before }, { ...after }, ["title", "citation", "full_ref"]),
    ...mappingChanges(before, after, oldPath, newPath),
  ];
}

function coveredAxes(clauses: readonly Clause[]): ReadonlySet<Axis> {
  return new Set(clauses.flatMap(({ lambda_axes: mappings }) => mappings.map(({ axis }) => axis)));
}

/** Returns a change for each axis that only one version maps. */
export function coverageChanges(
  before: readonly Clause[],
  after: readonly Clause[],
): readonly PolicyChange[] {
  const [old, now] = [coveredAxes(before), coveredAxes(after)];
  return axes.flatMap((axis) => {
    if (old.has(axis) === now.has(axis)) return [];
    const name = `${axis} (${axisLabels[axis]})`;
    return {
      ...(old.has(axis)
        ? { kind: "axis-uncovered", direction: "weakened", text: `${name} is no longer mapped by any clause` }
        : { kind: "axis-covered", direction: "strengthened", text: `${name} is mapped now` }),
      oldPath: root,
      newPath: root,
      axis,
    } satisfies PolicyChange;
  });
}

/**
 * Compares the clauses of two versions, in the new order; removed clauses stay at their former position. The order of
 * clauses and the coverage of axes come last.
 */
export function clauseChanges(before: readonly Clause[], after: readonly Clause[]): readonly PolicyChange[] {
  const match = matchClauses(before, after);
  const placed: { at: number; changes: readonly PolicyChange[] }[] = [];
  for (const index of match.removed) {
    const clause = before[index];
    if (clause === undefined) continue;
    const text = `clause removed: ${clauseText(clause)}`;
    const change = { kind: "clause-removed", direction: "weakened", text } as const;
    placed.push({ at: index, changes: [{ ...change, oldPath: `${root}/${index}`, newPath: null }] });
  }
  for (const [from, to] of match.pairs) {
    const [old, now] = [before[from], after[to]];
    if (old !== undefined && now !== undefined) {
      placed.push({ at: to, changes: changesWithin(old, now, from, to) });
    }
  }
  for (const index of match.added) {
    const clause = after[index];
    if (clause === undefined) continue;
    const text = `clause added: ${clauseText(clause)}`;
    const change = { kind: "clause-added", direction: "strengthened", text } as const;
    placed.push({ at: index, changes: [{ ...change, oldPath: null, newPath: `${root}/${index}` }] });
  }
  const reordered: PolicyChange = {
    kind: "clauses-reordered",
    direction: "changed",
    oldPath: root,
    newPath: root,
    text: "the clauses are in another order",
  };
  return [
    ...placed.sort((a, b) => a.at - b.at).flatMap(({ changes }) => changes),
    ...(isReordered(match) ? [reordered] : []),
    ...coverageChanges(before, after),
  ];
}

/** Mapping in both versions, with its paths. */
interface MappingPair {
  readonly old: AxisMapping;
  readonly now: AxisMapping;
  readonly oldPath: string;
  readonly newPath: string;
}

function changesOfMapping(
  clauseId: string,
  { old, now, oldPath, newPath }: MappingPair,
): readonly PolicyChange[] {
  const found: PolicyChange[] = [];
  const note = (change: Omit<PolicyChange, "oldPath" | "newPath">, field: string, isIn = [true, true]) =>
    found.push({
      ...change,
      oldPath: isIn[0] === true ? `${oldPath}/${field}` : null,
      newPath: isIn[1] === true ? `${newPath}/${field}` : null,
    });
  const what = `${clauseId}: ${old.axis} (${axisLabels[old.axis]})`;
  if (old.label !== now.label) {
    const text = `${what} label ${quoted(old.label)} → ${quoted(now.label)}`;
    note({ kind: "mapping-label", direction: "changed", text }, "label");
  }
  if (old.weight !== now.weight) {
    const text = `${what} weight ${old.weight} → ${now.weight}`;
    note({ kind: "weight", direction: byRank(old.weight, now.weight), text }, "weight");
  }
  if (old.enforcement !== now.enforcement) {
    // `enforcements` begins with the strictest.
    const strictness = (mapping: AxisMapping) => -enforcements.indexOf(mapping.enforcement);
    const text = `${what} ${old.enforcement} → ${now.enforcement}`;
    note({ kind: "enforcement", direction: byRank(strictness(old), strictness(now)), text }, "enforcement");
  }
  if (old.rationale !== now.rationale) {
    const done =
      now.rationale === undefined
        ? "removed"
        : old.rationale === undefined
          ? "added"
          : differingText(old.rationale, now.rationale);
    note(
      { kind: "mapping-rationale", direction: "changed", text: `${what} rationale ${done}` },
      "rationale",
      [old.rationale !== undefined, now.rationale !== undefined],
    );
  }
  return found;
}

/** Formats a mapping: `Λ7 (Auditability), 0.85 mandatory`. */
function mappingText({ axis, weight, enforcement }: AxisMapping): string {
  return `${axis} (${axisLabels[axis]}), ${weight} ${enforcement}`;
}

/**
 * Compares the mappings of a clause in two versions.
 * @param oldPath path of the clause in the old version
 * @param newPath path of the clause in the new version
 */
function mappingChanges(
  before: Clause,
  after: Clause,
  oldPath: string,
  newPath: string,
): readonly PolicyChange[] {
  const [old, now] = [before.lambda_axes, after.lambda_axes];
  const id = after.clause_id;
  const at = (clausePath: string, index: number) => `${clausePath}/lambda_axes/${index}`;
  const match = matchByKey(
    old.map(({ axis }) => axis),
    now.map(({ axis }) => axis),
  );
  const found: PolicyChange[] = match.pairs.flatMap(([from, to]) => {
    const [one, other] = [old[from], now[to]];
    return one === undefined || other === undefined
      ? []
      : changesOfMapping(id, { old: one, now: other, oldPath: at(oldPath, from), newPath: at(newPath, to) });
  });
  for (const index of match.removed) {
    const mapping = old[index];
    if (mapping === undefined) continue;
    const text = `${id}: no longer maps ${mappingText(mapping)}`;
    found.push({
      kind: "mapping-removed",
      direction: "weakened",
      oldPath: at(oldPath, index),
      newPath: null,
      text,
    });
  }
  for (const index of match.added) {
    const mapping = now[index];
    if (mapping === undefined) continue;
    const text = `${id}: maps ${mappingText(mapping)}`;
    found.push({
      kind: "mapping-added",
      direction: "strengthened",
      oldPath: null,
      newPath: at(newPath, index),
      text,
    });
  }
  if (isReordered(match)) {
    found.push({
      kind: "mappings-reordered",
      direction: "changed",
      oldPath: `${oldPath}/lambda_axes`,
      newPath: `${newPath}/lambda_axes`,
      text: `${id}: its mappings are in another order`,
    });
  }
  return found;
}
