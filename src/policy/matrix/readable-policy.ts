import type { Axis, Enforcement } from "../policy.ts";
import { axes, enforcements } from "../policy.ts";

/** Axis mapping. A field is null if it is missing, of the wrong type or an unknown word. */
export interface ReadableMapping {
  readonly axis: Axis;
  readonly label: string | null;
  /** Weight: any finite number, also outside 0 to 1. */
  readonly weight: number | null;
  readonly enforcement: Enforcement | null;
  readonly rationale: string | null;
  /** JSON Pointer of the mapping. */
  readonly path: string;
}

/** Clause. A field is null if it is missing or not a string. */
export interface ReadableClause {
  /** Index in regulatory_clauses. */
  readonly index: number;
  /** JSON Pointer of the clause. */
  readonly path: string;
  readonly id: string | null;
  readonly title: string | null;
  readonly citation: string | null;
  readonly fullRef: string | null;
  /** Mappings of known axes. */
  readonly mappings: readonly ReadableMapping[];
}

/**
 * Readable clauses and thresholds of any document, valid or not: the model of rules, coverage, matrix and screen.
 */
export interface ReadablePolicy {
  readonly clauses: readonly ReadableClause[];
  /** minimum_lambda_coverage; null if it is not a finite number. */
  readonly minimum: number | null;
  /** Known axes of mandatory_axes, each with its JSON Pointer. */
  readonly mandatoryAxes: readonly { readonly axis: Axis; readonly path: string }[];
}

/** Returns the value of an own field; undefined if there is none. */
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

/** Returns the value if it is one of the known words, else null. */
export function asOneOf<T extends string>(value: unknown, known: readonly T[]): T | null {
  return (known as readonly unknown[]).includes(value) ? (value as T) : null;
}

/** Returns the value if it is a finite number, else null. */
export function asNumber(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** Reads the readable parts of any value. A valid document is readable throughout. */
export function readablePolicy(document: unknown): ReadablePolicy {
  const thresholds = ownField(document, "compliance_thresholds");
  return {
    clauses: readableClauses(document),
    minimum: asNumber(ownField(thresholds, "minimum_lambda_coverage")),
    mandatoryAxes: asList(ownField(thresholds, "mandatory_axes")).flatMap((value, index) => {
      const axis = asOneOf(value, axes);
      return axis === null ? [] : { axis, path: `/compliance_thresholds/mandatory_axes/${index}` };
    }),
  };
}

export function readableClauses(document: unknown): readonly ReadableClause[] {
  return asList(ownField(document, "regulatory_clauses")).map((value, index) => {
    const clause = plainObject(value);
    const path = `/regulatory_clauses/${index}`;
    const mappings: ReadableMapping[] = [];
    for (const [at, mapping] of asList(clause.lambda_axes).entries()) {
      const { axis, label, weight, enforcement, rationale } = plainObject(mapping);
      const known = asOneOf(axis, axes);
      if (known === null) continue;
      mappings.push({
        axis: known,
        label: asText(label),
        weight: asNumber(weight),
        enforcement: asOneOf(enforcement, enforcements),
        rationale: asText(rationale),
        path: `${path}/lambda_axes/${at}`,
      });
    }
    return {
      index,
      path,
      id: asText(clause.clause_id),
      title: asText(clause.title),
      citation: asText(clause.citation),
      fullRef: asText(clause.full_ref),
      mappings,
    };
  });
}

/**
 * Returns the value if its prototype is `Object.prototype`, else an empty object. Reading fields of the result is
 * three times as fast as `ownField` for each.
 */
function plainObject(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null) return {};
  const isPlain = Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? (value as Readonly<Record<string, unknown>>) : {};
}

/** Returns the name of a clause for messages: its ID, or its position if the ID is unreadable. */
export function clauseName({ id, index }: ReadableClause): string {
  return id ?? `clause ${index + 1}`;
}
