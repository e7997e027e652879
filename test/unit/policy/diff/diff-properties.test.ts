import { describe, expect, it } from "vitest";
import type { Direction, PolicyChange } from "../../../../src/policy/diff/change.ts";
import { diffPolicies } from "../../../../src/policy/diff/diff-policies.ts";
import { isSameValue } from "../../../../src/policy/diff/match-clauses.ts";
import { algorithms, axes, chainings, enforcements } from "../../../../src/policy/policy.ts";
import { type TestPolicy, mapping, validPolicy } from "../../../support/policy/valid-policy.ts";
import { type Random, seededRandom } from "../../../support/random.ts";

const turned: Readonly<Record<Direction, Direction>> = {
  weakened: "strengthened",
  strengthened: "weakened",
  changed: "changed",
};

/** The clause some change is made in. */
function someClause(policy: TestPolicy, random: Random) {
  return random.pick(policy.regulatory_clauses);
}

/** One small change after another, of every part of a policy; some are none. */
const steps: readonly ((policy: TestPolicy, random: Random) => void)[] = [
  (policy, random) => void (policy.effective_date = `202${random.below(3)}-01-01`),
  (policy, random) => void (policy.meta.title = `A title of ${random.below(3)}`),
  (policy, random) => Object.assign(policy.meta, { asil_level: random.pick(["QM", "ASIL-A", "ASIL-D"]) }),
  (policy) => void delete policy.meta["asil_level"],
  (policy, random) =>
    Object.assign(policy.meta, { irb_oversight: random.pick(["required", "exempt", "expedited"]) }),
  (policy, random) => Object.assign(policy.meta, { free: random.pick([1, "a", [1], { a: 1 }, null]) }),
  (policy, random) => void policy.regulatory_clauses.splice(random.below(3), 1),
  (policy, random) => void policy.regulatory_clauses.push(structuredClone(someClause(policy, random))),
  (policy, random) =>
    void policy.regulatory_clauses.unshift(policy.regulatory_clauses.splice(random.below(4), 1)[0]!),
  (policy, random) => void (someClause(policy, random).clause_id = `ZZ-${random.below(4)}`),
  (policy, random) => void (someClause(policy, random).title = `Title ${random.below(2)}`),
  (policy, random) => void (someClause(policy, random).citation = `Citation ${random.below(2)}`),
  (policy, random) => void (someClause(policy, random).lambda_axes[0]!.weight = random.below(5) / 4),
  (policy, random) =>
    void (someClause(policy, random).lambda_axes[0]!.enforcement = random.pick(enforcements)),
  (policy, random) => void someClause(policy, random).lambda_axes.push(mapping(random.pick(axes))),
  (policy, random) => {
    const clause = someClause(policy, random);
    clause.lambda_axes = clause.lambda_axes.toReversed();
  },
  (policy, random) => void (policy.compliance_thresholds.minimum_lambda_coverage = 1 + random.below(10)),
  (policy, random) => void (policy.compliance_thresholds.receipt_retention_days = 365 + random.below(3)),
  (policy, random) =>
    void (policy.compliance_thresholds.mandatory_axes = axes.filter(() => random.below(2) === 0)),
  ({ compliance_thresholds: thresholds }) =>
    void (thresholds.mandatory_axes = thresholds.mandatory_axes.toReversed()),
  (policy, random) => void (policy.receipt_chain.algorithm = random.pick(algorithms)),
  (policy, random) => void (policy.receipt_chain.chaining = random.pick(chainings)),
  (policy, random) => void (policy.receipt_chain.quorum = `${random.below(4)}-of-${random.below(6)}`),
  (policy, random) => void policy.receipt_chain.nodes.push(`node-${random.below(3)}`),
  (policy) => void policy.receipt_chain.nodes.shift(),
  (policy, random) => Object.assign(policy.receipt_chain, { der_signed: random.below(2) === 0 }),
];

function altered(policy: TestPolicy, random: Random): TestPolicy {
  const copy = structuredClone(policy);
  const count = random.below(6);
  for (let step = 0; step < count; step++) {
    // A policy without clauses or mappings is none: there is nothing to pick from.
    if (copy.regulatory_clauses.length > 4) random.pick(steps)(copy, random);
  }
  return copy;
}

const pairs = Array.from({ length: 1500 }, (_, seed) => {
  const random = seededRandom(seed);
  const before = altered(validPolicy(), random);
  return { seed, before, after: altered(before, random) };
});

/** Returns the content of a change without its wording. */
function essence({ direction, oldPath, newPath }: PolicyChange): string {
  return `${direction} ${oldPath} ${newPath}`;
}

describe("the diff of two policies", () => {
  it("is empty exactly when they are equal", () => {
    let equal = 0;
    for (const { seed, before, after } of pairs) {
      const isSame = isSameValue(before, after);
      if (isSame) equal++;
      expect(diffPolicies(before, after).changes.length === 0, `seed ${seed}`).toBe(isSame);
    }
    expect(equal).toBeGreaterThan(100);
    expect(equal).toBeLessThan(pairs.length / 2);
  });

  it("of a policy and its copy is empty", () => {
    for (const { before } of pairs) {
      expect(diffPolicies(before, structuredClone(before))).toEqual({ weakened: false, changes: [] });
    }
  });

  it("reversed has the same changes with reversed directions", () => {
    for (const { seed, before, after } of pairs) {
      const there = diffPolicies(before, after).changes.map(essence).sort();
      const back = diffPolicies(after, before)
        .changes.map(({ direction, oldPath, newPath, ...rest }) =>
          essence({ ...rest, direction: turned[direction], oldPath: newPath, newPath: oldPath }),
        )
        .sort();
      expect(back, `seed ${seed}`).toEqual(there);
    }
  });

  it("is weakened when anything in it is", () => {
    for (const { before, after } of pairs) {
      const { weakened, changes } = diffPolicies(before, after);
      expect(weakened).toBe(changes.some(({ direction }) => direction === "weakened"));
    }
  });
});
