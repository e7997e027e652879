import type { Policy } from "../policy.ts";
import { commit, type Leaf } from "./commitment.ts";
import type { Hash } from "./hash.ts";
import { partTitle, policyParts } from "./parts.ts";
import { type ReceiptFinding, receiptFinding } from "./receipt-finding.ts";
import type { ReceiptEntry } from "./receipt-lines.ts";
import { receiptCoverage } from "./seal.ts";

/** Comparison of the current policy with a receipt. */
export interface PolicyComparison {
  /** Line of the receipt in its file, from 1. */
  readonly line: number;
  /** True if the policy has the root of the receipt. */
  readonly sameContent: boolean;
  /**
   * True if the file has the sealed bytes, including comments and layout; null without a file now or at the seal.
   */
  readonly sameFile: boolean | null;
}

/** Change of a part of a policy since a seal; `part` is null if the clauses were reordered. */
export interface PartChange {
  /** `clause:<clause_id>`, `meta` or another name of `policyParts`. */
  readonly part: string | null;
  readonly how: "added" | "changed" | "removed" | "reordered";
}

export function comparePolicy(
  { line, receipt }: ReceiptEntry,
  policy: Policy,
  file: Uint8Array | null,
  hash: Hash,
): {
  readonly comparison: PolicyComparison;
  readonly changes: readonly PartChange[];
  readonly findings: readonly ReceiptFinding[];
} {
  const now = commit(policyParts(policy), receipt.chaining, hash);
  const sameContent = now.root === receipt.root;
  const { fileHash } = receipt.policy;
  const sameFile = file === null || fileHash === null ? null : hash(file) === fileHash;
  const changes = sameContent ? [] : partChanges(receipt.leaves, now.leaves);
  const findings = changes.map((change) =>
    receiptFinding("policy-changed", line, `${changeTitle(change)} since the last seal`),
  );
  const coverage = receiptCoverage(policy);
  if (
    sameContent &&
    (coverage.coverage !== receipt.coverage || coverage.mandatorySatisfied !== receipt.mandatorySatisfied)
  ) {
    findings.push(
      receiptFinding("altered-payload", line, "coverage or mandatorySatisfied differs from the policy"),
    );
  }
  return { comparison: { line, sameContent, sameFile }, changes, findings };
}

/** Returns the changes of the parts, in the order of the policy, the removed parts last. */
export function partChanges(sealed: readonly Leaf[], now: readonly Leaf[]): readonly PartChange[] {
  const [hashesThen, hashesNow] = [sealed, now].map(
    (leaves) => new Map(leaves.map(({ part, hash }) => [part, hash])),
  );
  const changes: PartChange[] = [];
  for (const { part, hash } of now) {
    const then = hashesThen?.get(part);
    if (then === undefined) changes.push({ part, how: "added" });
    else if (then !== hash) changes.push({ part, how: "changed" });
  }
  for (const { part } of sealed) {
    if (!hashesNow?.has(part)) changes.push({ part, how: "removed" });
  }
  return changes.length === 0 ? [{ part: null, how: "reordered" }] : changes;
}

/** Formats a change: `clause HC-164.312 changed`, `meta was removed`. */
export function changeTitle({ part, how }: PartChange): string {
  if (part === null) return "the clauses were reordered";
  return how === "changed" ? `${partTitle(part)} changed` : `${partTitle(part)} was ${how}`;
}
