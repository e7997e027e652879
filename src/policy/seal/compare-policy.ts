import type { Policy } from "../policy.ts";
import { commit, type Leaf } from "./commitment.ts";
import type { Hash } from "./hash.ts";
import { partTitle, policyParts } from "./parts.ts";
import { type ReceiptFinding, receiptFinding } from "./receipt-finding.ts";
import type { ReceiptEntry } from "./receipt-lines.ts";
import { receiptCoverage } from "./seal.ts";

/** Comparison of the current policy with a receipt. */
export interface PolicyComparison {
  /** Line of the receipt. */
  readonly line: number;
  /** True if the content is unchanged. */
  readonly sameContent: boolean;
  /** True if the file is unchanged by byte; null without a file now or at the seal. Comments and layout are not content. */
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
  if (!sameContent && findings.length === 0) findings.push(found("the policy changed since it was sealed"));
  const coverage = receiptCoverage(policy);
  if (
    sameContent &&
    (coverage.coverage !== receipt.coverage || coverage.mandatorySatisfied !== receipt.mandatorySatisfied)
  ) {
    findings.push(
      receiptFinding("altered-payload", line, "coverage and mandatorySatisfied are not those of the policy"),
    );
  }
  return { comparison: { line, sameContent, sameFile }, findings };
}

/** Describes the changes of the parts since the receipt. */
function changes(sealed: readonly Leaf[], now: readonly Leaf[]): readonly string[] {
  const [hashesThen, hashesNow] = [sealed, now].map(
    (leaves) => new Map(leaves.map(({ part, hash }) => [part, hash])),
  );
  const messages: string[] = [];
  for (const { part, hash } of now) {
    const then = hashesThen?.get(part);
    if (then === undefined) messages.push(`${partTitle(part)} was added since it was sealed`);
    else if (then !== hash) messages.push(`${partTitle(part)} changed since it was sealed`);
  }
  for (const { part } of sealed) {
    if (!hashesNow?.has(part)) messages.push(`${partTitle(part)} was removed since it was sealed`);
  }
  if (messages.length === 0) messages.push("the clauses are in another order than when it was sealed");
  return messages;
}
