import { load } from "js-yaml";
import { describe, expect, it } from "vitest";
import { algorithms, chainings, type Policy } from "../../../../src/policy/policy.ts";
import {
  ClockBehindError,
  NoCanonicalFormError,
  QuorumNotReachedError,
} from "../../../../src/policy/seal/errors.ts";
import { hexLengths } from "../../../../src/policy/seal/hash.ts";
import { seal } from "../../../../src/policy/seal/seal.ts";
import { verify } from "../../../../src/policy/seal/verify.ts";
import { newSigner, receiptsText } from "../../../support/policy/receipts.ts";
import {
  mapping,
  type TestPolicy,
  testNowMs,
  toJson,
  toYaml,
  validPolicy,
} from "../../../support/policy/valid-policy.ts";

const combinations = algorithms.flatMap((algorithm) =>
  chainings.map((chaining) => [algorithm, chaining] as const),
);

function policyUnder(
  algorithm: Policy["receipt_chain"]["algorithm"],
  chaining: Policy["receipt_chain"]["chaining"],
) {
  const policy = validPolicy();
  policy.receipt_chain.algorithm = algorithm;
  policy.receipt_chain.chaining = chaining;
  return policy;
}

function first(policy: Policy, nowMs = testNowMs) {
  return seal(policy, { prev: null, nowMs });
}

/** Every object in it with its keys turned round. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, each]) => [key, reversed(each)]),
  );
}

describe.each(combinations)("a policy under %s and %s", (algorithm, chaining) => {
  it("has one root, however often it is sealed and however it is written", async () => {
    const policy = policyUnder(algorithm, chaining);
    const { root, id } = await first(policy);
    expect(root).toMatch(new RegExp(`^[0-9a-f]{${hexLengths[algorithm]}}$`));
    const again = await first(policy, testNowMs + 1);
    expect(again.root).toBe(root);
    expect(again.id).not.toBe(id);
    for (const other of [
      load(toYaml(policy)),
      load(`# a comment\n${toYaml(reversed(policy))}`),
      JSON.parse(toJson(policy)),
      reversed(policy),
    ]) {
      expect((await first(other as Policy)).root).toBe(root);
    }
  });

  it("has another root after any change of its content", async () => {
    const { root } = await first(policyUnder(algorithm, chaining));
    const changes: readonly ((policy: TestPolicy) => void)[] = [
      (policy) => (policy.jurisdiction = "EU-Healths"),
      (policy) => (policy.meta["extra"] = false),
      (policy) => (policy.compliance_thresholds.receipt_retention_days += 1),
      ({ receipt_chain }) => (receipt_chain.nodes = receipt_chain.nodes.toReversed()),
      (policy) => (policy.regulatory_clauses = policy.regulatory_clauses.toReversed()),
      (policy) => policy.regulatory_clauses.pop(),
      (policy) => (policy.regulatory_clauses[7]!.lambda_axes[0]!.weight = 0.91),
      ({ regulatory_clauses: [clause] }) => (clause!.lambda_axes = clause!.lambda_axes.toReversed()),
    ];
    const roots = new Set([root]);
    for (const change of changes) {
      const changed = policyUnder(algorithm, chaining);
      change(changed);
      roots.add((await first(changed)).root);
    }
    expect(roots.size).toBe(1 + changes.length);
  });

  it("has a receipt that verifies, alone and behind another", async () => {
    const policy = policyUnder(algorithm, chaining);
    const one = await first(policy);
    const two = await seal(policy, { prev: one, nowMs: testNowMs });
    expect(two.prev).toBe(one.id);
    const { findings, head, comparison } = await verify(receiptsText([one, two]), {
      policy: { policy, file: null },
      head: two.id,
    });
    expect(findings.map(({ kind }) => kind)).toEqual(["unsigned"]);
    expect(head).toEqual(two);
    expect(comparison?.sameContent).toBe(true);
  });
});

describe("a merkle_dag", () => {
  it("stores a mapping that four clauses share once, and changes exactly the clauses that change", async () => {
    const policy = policyUnder("SHA-256", "merkle_dag");
    const apart = await first(policy);
    for (const clause of policy.regulatory_clauses.slice(0, 4)) clause.lambda_axes = [mapping("Λ5", 0.25)];
    const shared = await first(policy);
    const links = shared.nodes!.flatMap((node) => node.links);
    const counts = shared.nodes!.map((_, place) => links.filter((link) => link === place).length);
    expect(Math.max(...counts)).toBe(4);
    // Seven mappings of four clauses have become one.
    expect(apart.nodes!.length - shared.nodes!.length).toBe(6);
    policy.regulatory_clauses[2]!.lambda_axes = [mapping("Λ5", 0.75)];
    const changed = await first(policy);
    const different = changed.leaves.filter(({ hash }, index) => hash !== shared.leaves[index]!.hash);
    expect(different.map(({ part }) => part)).toEqual(["clause:HC-164.302"]);
  });
});

describe("a receipt", () => {
  it("contains identity and coverage of the policy", async () => {
    const policy = validPolicy();
    const receipt = await seal(policy, { prev: null, nowMs: testNowMs, file: Buffer.from("the file") });
    expect(receipt).toMatchObject({
      prev: null,
      algorithm: "SHA3-256",
      chaining: "merkle_dag",
      sealedAt: "2026-11-20T12:00:00.000Z",
      policy: { vertical: "healthcare", regime: "HIPAA/HITECH", effective_date: "2025-07-01" },
      coverage: 10,
      mandatorySatisfied: true,
      signers: [],
      signatures: [],
    });
    expect(receipt.policy.fileHash).toMatch(/^[0-9a-f]{64}$/);
    for (const clause of policy.regulatory_clauses) {
      for (const each of clause.lambda_axes) each.enforcement = "informational";
    }
    expect((await first(policy)).mandatorySatisfied).toBe(false);
  });

  it("is not made before the last one", async () => {
    const prev = await first(validPolicy());
    await expect(seal(validPolicy(), { prev, nowMs: testNowMs - 1 })).rejects.toThrow(ClockBehindError);
    expect((await seal(validPolicy(), { prev, nowMs: testNowMs })).prev).toBe(prev.id);
  });

  it("is not made of what has no canonical form", async () => {
    const policy = validPolicy();
    policy.meta["limit"] = Number.POSITIVE_INFINITY;
    await expect(first(policy)).rejects.toThrow(NoCanonicalFormError);
  });
});

describe("signing", () => {
  const nodes = validPolicy().receipt_chain.nodes;
  const signers = nodes.map(newSigner);

  it("is signed by all nodes that can, in the order of the policy, and by no others", async () => {
    const { signatures } = await seal(validPolicy(), {
      prev: null,
      nowMs: testNowMs,
      signers: [newSigner("stranger"), ...signers.toReversed()],
    });
    expect(signatures.map(({ node }) => node)).toEqual(nodes);
  });

  it("is refused when some can sign, but fewer than the quorum", async () => {
    const two = signers.slice(0, 2);
    await expect(seal(validPolicy(), { prev: null, nowMs: testNowMs, signers: two })).rejects.toThrow(
      QuorumNotReachedError,
    );
  });

  it("counts keys and not names: one key under three names is one", async () => {
    const [one] = signers;
    const sameKey = nodes.map((node) => ({ ...one!, node }));
    await expect(seal(validPolicy(), { prev: null, nowMs: testNowMs, signers: sameKey })).rejects.toThrow(
      "only covered-entity can sign",
    );
  });
});
