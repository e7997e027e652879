import { asOneOf, ownField } from "../matrix/readable-policy.ts";
import { type Axis, type AxisMapping, axes, axisLabels, type Clause } from "../policy.ts";
import { matchByKey, matchClauses } from "./match-clauses.ts";
import { counterparts, maxItems, type Mend, mendedFields } from "./mend.ts";

/** Replaces the faulty values of clauses by those of the same clauses of the other version. */
export function mendedClauses(
  mend: Mend,
  list: readonly unknown[],
  old: readonly Clause[],
): readonly Clause[] {
  const path = (index: number) => `/regulatory_clauses/${index}`;
  const isFaulty = (index: number) => mend.faulty.has(path(index));
  // The matching only compares the fields, and a faulty one equals none.
  const { pairs, removed } = matchClauses(
    old,
    list.map((clause, index) => (isFaulty(index) ? {} : clause) as Clause),
  );
  const others = new Map(pairs.map(([from, to]) => [to, from]));
  const missing = new Set(removed);
  const nameless: number[] = [];
  for (const [index, clause] of list.entries()) {
    if (others.has(index)) continue;
    const texts = isFaulty(index) ? {} : soundTexts(mend, path(index), clause as Clause);
    if (texts.clause_id !== undefined) continue;
    const other = [...missing].find((each) => textFields.some((key) => old[each]?.[key] === texts[key]));
    if (other !== undefined && missing.delete(other)) others.set(index, other);
    else if (Object.keys(texts).length === 0) nameless.push(index);
  }
  const known = counterparts(nameless, [...missing]);
  return list.map((clause, index) => {
    const other = old[known.get(index) ?? -1];
    if (other !== undefined) return other;
    if (!nameless.includes(index))
      return mendedClause(mend, path(index), clause as Clause, old[others.get(index) ?? -1], index);
    mend.unknownClauses.add(path(index));
    for (const axis of axes) mend.unknownAxes.add(axis);
    return { clause_id: `clause ${index + 1}`, title: "", citation: "", full_ref: "", lambda_axes: [] };
  });
}

const textFields = ["clause_id", "title", "citation", "full_ref"] as const;

/** Returns the texts of a clause that have no errors. */
function soundTexts(
  { faulty }: Mend,
  path: string,
  clause: Clause,
): Partial<Record<(typeof textFields)[number], string>> {
  return Object.fromEntries(
    textFields.flatMap((key) => (faulty.has(`${path}/${key}`) ? [] : [[key, clause[key]]])),
  );
}

/** @param other clause of the other version; undefined if it has none */
function mendedClause(
  mend: Mend,
  path: string,
  clause: Clause,
  other: Clause | undefined,
  index: number,
): Clause {
  const { faulty, unknownAxes } = mend;
  const isSound = ![...faulty].some((each) => each.startsWith(`${path}/`));
  if (isSound && clause.lambda_axes.length <= maxItems) return clause;
  const text = (key: (typeof textFields)[number]): string => {
    if (!faulty.has(`${path}/${key}`)) return clause[key];
    if (other !== undefined) return other[key];
    const value = ownField(clause, key);
    return typeof value === "string" ? value : key === "clause_id" ? `clause ${index + 1}` : "";
  };
  const listPath = `${path}/lambda_axes`;
  const hasList = !faulty.has(listPath) && clause.lambda_axes.length <= maxItems;
  if (!hasList && other === undefined) for (const axis of axes) unknownAxes.add(axis);
  return {
    clause_id: text("clause_id"),
    title: text("title"),
    citation: text("citation"),
    full_ref: text("full_ref"),
    lambda_axes: hasList
      ? mendedMappings(mend, listPath, clause.lambda_axes, other?.lambda_axes ?? [])
      : (other?.lambda_axes ?? []),
  };
}

function mendedMappings(
  mend: Mend,
  listPath: string,
  list: readonly unknown[],
  old: readonly AxisMapping[],
): readonly AxisMapping[] {
  const known = list.map((mapping) => asOneOf(ownField(mapping, "axis"), axes));
  const { pairs, removed } = matchByKey(
    old.map(({ axis }) => axis),
    known.map((axis) => axis ?? ""),
  );
  const others = new Map(pairs.map(([from, to]) => [to, from]));
  const missing = new Set(removed);
  for (const [index, axis] of known.entries()) {
    if (axis !== null) continue;
    const label = axisOf(list[index]);
    const other = [...missing].find((each) => old[each]?.axis === label);
    if (other !== undefined && missing.delete(other)) others.set(index, other);
  }
  const nameless = [...list.keys()].filter((index) => axisOf(list[index]) === null);
  for (const [index, other] of counterparts(nameless, [...missing])) others.set(index, other);
  return list.flatMap((mapping, index): AxisMapping | readonly [] => {
    const path = `${listPath}/${index}`;
    const axis = axisOf(mapping);
    const other = old[others.get(index) ?? -1];
    if (other !== undefined)
      return axis === null ? other : mendedFields(mend, path, knownFields(mapping), other);
    const { faulty, unknownAxes } = mend;
    if (axis === null || ["axis", "weight", "enforcement"].some((key) => faulty.has(`${path}/${key}`))) {
      for (const each of axis === null ? axes : [axis]) unknownAxes.add(each);
      return [];
    }
    const { weight, enforcement } = mapping as AxisMapping;
    return mendedFields(mend, path, knownFields(mapping), {
      axis,
      label: axisLabels[axis],
      weight,
      enforcement,
    });
  });
}

/** Returns the axis of a mapping, of a faulty one that of its label; null if neither is known. */
function axisOf(mapping: unknown): Axis | null {
  const label = ownField(mapping, "label");
  return asOneOf(ownField(mapping, "axis"), axes) ?? axes.find((axis) => axisLabels[axis] === label) ?? null;
}

const mappingFields = ["axis", "label", "weight", "enforcement", "rationale"] as const;

/** Returns a mapping without the fields that the schema does not know. */
function knownFields(mapping: unknown): AxisMapping {
  return Object.fromEntries(
    mappingFields.flatMap((key) => {
      const value = ownField(mapping, key);
      return value === undefined ? [] : [[key, value]];
    }),
  ) as unknown as AxisMapping;
}
