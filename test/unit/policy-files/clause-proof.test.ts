import { expect, it } from "vitest";
import { provingPolicy } from "../../../src/policy-files/clause-proof.ts";
import { checkPolicy } from "../../../src/policy/check.ts";
import { type SealState, unsealed } from "../../../src/policy/seal/seal-state.ts";
import { changed, shippedPolicy } from "../../support/policy/policy-folder.ts";

const text = shippedPolicy("healthcare");
const clauseId = "HIPAA-164.308a1A";
const policyOf = (changedText: string) => {
  const { policy } = checkPolicy(changedText);
  if (policy === null) throw new Error("the policy has errors");
  return policy;
};
const sealed = policyOf(text);
const policy = policyOf(changed(text, "receipt_retention_days: 2192", "receipt_retention_days: 400"));
const last: NonNullable<SealState["last"]> = {
  id: "1".repeat(64),
  sealedAt: "2026-11-20T09:53:10.000Z",
  root: "2".repeat(64),
  algorithm: "SHA3-256",
  chaining: "merkle_dag",
  coverage: 9,
  quorum: "2-of-3",
  signed: ["privacy-officer", "security-officer"],
  missing: ["clinical-safety"],
};
const changedSeal: SealState = {
  ...unsealed,
  standing: "changed",
  last,
  changes: [{ part: "compliance_thresholds", how: "changed" }],
};

it("proves a clause with the present policy, or after a change elsewhere with the sealed version", () => {
  expect(provingPolicy(clauseId, policy, { ...unsealed, standing: "sealed", last }, null)).toBe(policy);
  expect(provingPolicy(clauseId, policy, changedSeal, sealed)).toBe(sealed);
});

it("proves no clause that changed or is gone, without the sealed version, or with too few signatures", () => {
  const changes = [{ part: `clause:${clauseId}`, how: "changed" } as const];
  expect(provingPolicy(clauseId, policy, { ...changedSeal, changes }, sealed)).toBeNull();
  expect(provingPolicy("gone", policy, changedSeal, sealed)).toBeNull();
  expect(provingPolicy(clauseId, policy, changedSeal, null)).toBeNull();
  const unsigned = { ...changedSeal, last: { ...last, signed: [] } };
  expect(provingPolicy(clauseId, policy, unsigned, sealed)).toBeNull();
  const findings = [
    { kind: "too-few-signatures", severity: "error", line: 1, message: "1 of 2 signatures" } as const,
  ];
  expect(provingPolicy(clauseId, policy, { ...changedSeal, findings }, sealed)).toBeNull();
  expect(provingPolicy(clauseId, policy, { ...changedSeal, standing: "proposed" }, sealed)).toBeNull();
});
