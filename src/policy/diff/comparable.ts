import { nearest } from "../../text/nearest.ts";
import type { PolicyCheck } from "../check-document.ts";
import { childPointer, pointerSegments } from "../json-pointer.ts";
import { asList, ownField } from "../matrix/readable-policy.ts";
import { maxViolations } from "../schema/runtime.ts";
import { violationsOf } from "../schema/validate.ts";
import { knownChanges, nothingUnknown, type PolicyChange, type Unknown } from "./change.ts";
import { comparableClauses, type ComparedVersion, maxItems } from "./comparable-clauses.ts";
import { type ComparedPolicy, diffPolicies } from "./diff-policies.ts";
import { matchByKey } from "./match-clauses.ts";

/** Two comparable versions. A value that violates the schema in one of them counts as equal. */
export interface Comparable {
  readonly before: ComparedPolicy;
  readonly after: ComparedPolicy;
  readonly unknown: Unknown;
}

type Checked = Pick<PolicyCheck, "policy" | "document">;

/**
 * Prepares two versions for a comparison value by value; a change needs valid values in both. Null if a version is
 * unreadable, has no list of clauses, or too many violations; then only lines are comparable.
 */
export function comparable(older: Checked, newer: Checked): Comparable | null {
  if (older.policy !== null && newer.policy !== null)
    return { before: older.policy, after: newer.policy, unknown: nothingUnknown };
  const [from, to] = [versionOf(older.document?.value), versionOf(newer.document?.value)];
  if (from === null || to === null) return null;
  const clauses = comparableClauses(from, to);
  return {
    before: policyOf(from, to, clauses.before),
    after: policyOf(to, from, clauses.after),
    unknown: clauses.unknown,
  };
}

/** Returns the changes between two versions. @param diff `diffByAxis` for versions of different verticals */
export function changesBetween(
  { before, after, unknown }: Comparable,
  diff: typeof diffPolicies = diffPolicies,
): readonly PolicyChange[] {
  return knownChanges(diff(before, after).changes, unknown);
}

/** Keywords for lists of wrong length with valid elements, and for ignored properties. */
const harmless: ReadonlySet<string> = new Set([
  "minItems",
  "maxItems",
  "uniqueItems",
  "additionalProperties",
]);

function versionOf(value: unknown): ComparedVersion | null {
  const clauses = ownField(value, "regulatory_clauses");
  if (!Array.isArray(clauses) || clauses.length > maxItems) return null;
  const violations = violationsOf(value);
  if (violations.length >= maxViolations) return null;
  const faulty = new Set<string>();
  for (const { keyword, instancePath, params } of violations) {
    if (keyword === "required") faulty.add(childPointer(instancePath, String(params.missingProperty)));
    else if (!harmless.has(keyword)) faulty.add(instancePath);
  }
  return { value, faulty };
}

/** Returns a version without fields that are invalid in either version. */
function policyOf(
  version: ComparedVersion,
  other: ComparedVersion,
  clauses: ComparedPolicy["regulatory_clauses"],
): ComparedPolicy {
  const isFaulty = (path: string) => version.faulty.has(path) || other.faulty.has(path);
  const fields = (path: string, value: unknown): Readonly<Record<string, unknown>> =>
    isFaulty(path) || typeof value !== "object" || value === null
      ? {}
      : Object.fromEntries(Object.entries(value).filter(([key]) => !isFaulty(childPointer(path, key))));
  const section = (key: string) => fields(`/${key}`, ownField(version.value, key));
  const names = (key: string, list: string) => {
    const path = `/${key}/${list}`;
    return isFaulty(`/${key}`) || isFaulty(path)
      ? []
      : comparableNames(listAt(version, path), listAt(other, path));
  };
  const { quorum, ...chain } = section("receipt_chain");
  return {
    ...fields("", version.value),
    meta: section("meta"),
    regulatory_clauses: clauses,
    compliance_thresholds: {
      ...section("compliance_thresholds"),
      // A repeated axis is mandatory only once.
      mandatory_axes: [...new Set(names("compliance_thresholds", "mandatory_axes"))],
    },
    receipt_chain: {
      ...chain,
      quorum: typeof quorum === "string" ? quorum : "",
      nodes: names("receipt_chain", "nodes"),
    },
  };
}

/** Item of a list of names. */
interface ListedName {
  readonly text: string;
  readonly isFaulty: boolean;
}

/** Returns the list at a JSON Pointer; empty if it is too long to compare. */
function listAt({ value, faulty }: ComparedVersion, path: string): readonly ListedName[] {
  const list = asList(pointerSegments(path).reduce(ownField, value));
  if (list.length > maxItems) return [];
  return list.map((name, index) => ({
    text: typeof name === "string" ? name : "",
    isFaulty: faulty.has(`${path}/${index}`),
  }));
}

/**
 * Returns the names of a list. An invalid name becomes a name that only the other list has: the nearest spelling, the
 * name at the same index, or the first; without one it is left out.
 */
function comparableNames(own: readonly ListedName[], other: readonly ListedName[]): readonly string[] {
  const valid = (list: readonly ListedName[]) => list.filter(({ isFaulty }) => !isFaulty);
  const theirs = valid(other).map(({ text }) => text);
  const missing = new Set(
    matchByKey(
      theirs,
      valid(own).map(({ text }) => text),
    ).removed,
  );
  return own.flatMap(({ text, isFaulty }, index) => {
    if (!isFaulty) return text;
    const near = nearest(
      text,
      [...missing].flatMap((at) => theirs[at] ?? []),
    );
    const [first] = missing;
    const found = [...missing].find((at) => theirs[at] === near) ?? (missing.has(index) ? index : first);
    if (found === undefined) return [];
    missing.delete(found);
    return theirs[found] ?? [];
  });
}
