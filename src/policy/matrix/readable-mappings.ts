import type { Axis, Enforcement } from "../policy.ts";
import { axes, enforcements } from "../policy.ts";

/** What could be read of an axis mapping; null: the field is missing or no value the schema knows. */
export interface ReadableMapping {
  readonly axis: Axis;
  readonly label: string | null;
  /** Any finite number, also one outside 0 to 1. */
  readonly weight: number | null;
  readonly enforcement: Enforcement | null;
  readonly rationale: string | null;
  /** JSON Pointer of the mapping. */
  readonly path: string;
}

/** What could be read of a clause; null: the field is missing or no text. */
export interface ReadableClause {
  /** Where it stands in regulatory_clauses, counted from 0. */
  readonly index: number;
  /** JSON Pointer of the clause. */
  readonly path: string;
  readonly id: string | null;
  readonly title: string | null;
  readonly citation: string | null;
  readonly mappings: readonly ReadableMapping[];
}

/** The value of an object's own field, whatever the value is; undefined: it has none, or is no object. */
export function ownField(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Readonly<Record<string, unknown>>)[key];
}

export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function asText(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** One of the known words, or null. */
export function asOneOf<T extends string>(value: unknown, known: readonly T[]): T | null {
  return known.find((word) => word === value) ?? null;
}

/** A number that is one, or null. */
export function asNumber(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/**
 * The clauses of any value, with every mapping that can be read: one whose axis is one of the ten. Total, so that a document the
 * schema refuses can be looked at; of one that it accepts, all clauses and all mappings.
 */
export function readableClauses(document: unknown): readonly ReadableClause[] {
  return asList(ownField(document, "regulatory_clauses")).map((clause, index) => {
    const path = `/regulatory_clauses/${index}`;
    return {
      index,
      path,
      id: asText(ownField(clause, "clause_id")),
      title: asText(ownField(clause, "title")),
      citation: asText(ownField(clause, "citation")),
      mappings: asList(ownField(clause, "lambda_axes")).flatMap((mapping, at) => {
        const axis = asOneOf(ownField(mapping, "axis"), axes);
        if (axis === null) return [];
        return {
          axis,
          label: asText(ownField(mapping, "label")),
          weight: asNumber(ownField(mapping, "weight")),
          enforcement: asOneOf(ownField(mapping, "enforcement"), enforcements),
          rationale: asText(ownField(mapping, "rationale")),
          path: `${path}/lambda_axes/${at}`,
        };
      }),
    };
  });
}
