import type { AxisMapping, Clause } from "../policy.ts";
import { axisLabels, enforcements } from "../policy.ts";
import { quoted } from "../quoted.ts";
import type { PolicyChange } from "./change.ts";
import { byRank } from "./gauge.ts";
import { isReordered, matchByKey } from "./match.ts";

/** A mapping in one version and in the other, and where. */
interface MappingPair {
  readonly old: AxisMapping;
  readonly now: AxisMapping;
  readonly oldPath: string;
  readonly newPath: string;
}

function changesWithin(
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
    // Listed from the strictest on.
    const strictness = (mapping: AxisMapping) => -enforcements.indexOf(mapping.enforcement);
    const text = `${what} ${old.enforcement} → ${now.enforcement}`;
    note({ kind: "enforcement", direction: byRank(strictness(old), strictness(now)), text }, "enforcement");
  }
  if (old.rationale !== now.rationale) {
    const done =
      now.rationale === undefined ? "removed" : old.rationale === undefined ? "added" : "rewritten";
    note(
      { kind: "mapping-rationale", direction: "changed", text: `${what} rationale ${done}` },
      "rationale",
      [old.rationale !== undefined, now.rationale !== undefined],
    );
  }
  return found;
}

/** `Λ7 (Auditability), 0.85 mandatory` */
export function mappingText({ axis, weight, enforcement }: AxisMapping): string {
  return `${axis} (${axisLabels[axis]}), ${weight} ${enforcement}`;
}

/** What differs between the mappings of a clause in two versions. `oldPath` and `newPath` are those of the clause. */
export function mappingChanges(
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
      : changesWithin(id, { old: one, now: other, oldPath: at(oldPath, from), newPath: at(newPath, to) });
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
      text: `${id}: its mappings stand in another order`,
    });
  }
  return found;
}
