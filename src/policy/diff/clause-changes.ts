import type { Axis, Clause } from "../policy.ts";
import { axes, axisLabels } from "../policy.ts";
import { quoted } from "../quoted.ts";
import type { PolicyChange } from "./change.ts";
import { fieldChanges } from "./field-changes.ts";
import { mappingChanges } from "./mapping-changes.ts";
import { matchClauses } from "./match-clauses.ts";
import { isReordered } from "./match.ts";

const root = "/regulatory_clauses";

/** `SR-164.312b "Audit controls" (Λ6, Λ7)` */
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

/** Axes that one version maps somewhere and the other nowhere. */
function coverageChanges(before: readonly Clause[], after: readonly Clause[]): readonly PolicyChange[] {
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
    } satisfies PolicyChange;
  });
}

/** What differs between the clauses of two versions: in the order of the new one, with those that went where they stood. */
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
    text: "the clauses stand in another order",
  };
  return [
    ...placed.sort((a, b) => a.at - b.at).flatMap(({ changes }) => changes),
    ...(isReordered(match) ? [reordered] : []),
    ...coverageChanges(before, after),
  ];
}
