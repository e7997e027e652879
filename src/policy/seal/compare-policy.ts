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
   * True if the file has the bytes that were sealed, comments and layout included; null without a file now or
   * at the seal.
   */
  readonly sameFile: boolean | null;
}

export function comparePolicy(
  { line, receipt }: ReceiptEntry,
  policy: Policy,
  file: Uint8Array | null,
  hash: Hash,
): { readonly comparison: PolicyComparison; readonly findings: readonly ReceiptFinding[] } {
  const now = commit(policyParts(policy), receipt.chaining, hash);
  const sameContent = now.root === receipt.root;
  const { fileHash } = receipt.policy;
  const sameFile = file === null || fileHash === null ? null : hash(file) === fileHash;
  const found = (message: string) => receiptFinding("policy-changed", line, message);
  const findings = sameContent ? [] : changes(receipt.leaves, now.leaves).map(found);
  const coverage = receiptCoverage(policy);
  if (
    sameContent &&
    (coverage.coverage !== receipt.coverage || coverage.mandatorySatisfied !== receipt.mandatorySatisfied)
  ) {
    findings.push(
      receiptFinding("altered-payload", line, "coverage or mandatorySatisfied differs from the policy"),
    );
  }
  return { comparison: { line, sameContent, sameFile }, findings };
}

/** Describes each change of the parts since the receipt. */
function changes(sealed: readonly Leaf[], now: readonly Leaf[]): readonly string[] {
  const [hashesThen, hashesNow] = [sealed, now].map(
    (leaves) => new Map(leaves.map(({ part, hash }) => [part, hash])),
  );
  const messages: string[] = [];
  for (const { part, hash } of now) {
    const then = hashesThen?.get(part);
    if (then === undefined) messages.push(`${partTitle(part)} was added since the last seal`);
    else if (then !== hash) messages.push(`${partTitle(part)} changed since the last seal`);
  }
  for (const { part } of sealed) {
    if (!hashesNow?.has(part)) messages.push(`${partTitle(part)} was removed since the last seal`);
  }
  if (messages.length === 0) messages.push("the clauses were reordered since the last seal");
  return messages;
}
