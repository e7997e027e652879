import type { Policy } from "../policy.ts";
import { changeTitle, comparePolicy } from "./compare-policy.ts";
import { loadHash } from "./hash.ts";
import { type SealProposal, proposedReceipt } from "./proposal.ts";
import { shortHash } from "./receipt-finding.ts";
import type { Receipt } from "./receipt.ts";
import { type SigningState, isZero, signingNodes } from "./signing-rule.ts";
import { verifyContent } from "./verify-receipt.ts";

/** Reason that a proposal cannot be signed. */
export interface ProposalFault {
  /** Clause without a full stop. */
  readonly why: string;
  /** Imperative without a full stop. */
  readonly hint: string;
}

const again = "Propose the policy again with hooklens policy seal --propose --force";

/** Finds contradictions within a proposal; null if there are none. */
export async function alteredProposal(proposal: SealProposal): Promise<ProposalFault | null> {
  const receipt = await proposedReceipt(proposal);
  const { quorum } = receipt.receipt_chain;
  if (isZero(quorum)) return { why: `its quorum ${quorum} needs no signature`, hint: "Correct the policy" };
  const [found] = verifyContent({ line: 1, receipt }, await loadHash(receipt.algorithm));
  return found === undefined ? null : { why: `it was altered: ${found.message}`, hint: again };
}

/**
 * Compares a proposal with its policy and the chain of receipts. Names the changed parts of the policy.
 * @param policy null if the policy has errors
 * @param chain receipts of the policy, oldest first
 * @param signing state of that chain
 */
export async function staleProposal(
  proposal: SealProposal,
  policy: Policy | null,
  chain: readonly Pick<Receipt, "id">[],
  signing: SigningState,
): Promise<ProposalFault | null> {
  const { id, prev, algorithm } = proposal.receipt;
  if (chain.some((receipt) => receipt.id === id)) {
    return { why: "its receipt is already in the chain", hint: "Remove the proposal" };
  }
  if (policy === null) return { why: "the policy has errors now", hint: "Correct it, then propose again" };
  const receipt = await proposedReceipt(proposal);
  const compared = comparePolicy({ line: 1, receipt }, policy, null, await loadHash(algorithm));
  if (compared.changes.length > 0) {
    const changes = compared.changes.map(changeTitle).join(", ");
    return { why: `${changes} since it was proposed`, hint: `Restore the policy, or ${lowered(again)}` };
  }
  const [contradiction] = compared.findings;
  if (contradiction !== undefined) return { why: contradiction.message, hint: again };
  const head = chain.at(-1)?.id ?? null;
  if (head === prev) return placeless(proposal, signing);
  const name = (receiptId: string | null) =>
    receiptId === null ? "no receipt" : `receipt ${shortHash(receiptId)}`;
  return {
    why: `it follows ${name(prev)}, but the chain here ends with ${name(head)}`,
    hint: `Fetch the receipts, or ${lowered(again)}`,
  };
}

/** Finds required signers without a place in the proposal. */
function placeless({ receipt, signatures }: SealProposal, signing: SigningState): ProposalFault | null {
  const lacking = signingNodes(receipt.receipt_chain, signing).filter((node) =>
    signatures.every((slot) => slot.node !== node),
  );
  if (lacking.length === 0) return null;
  return { why: `it has no place for ${lacking.join(", ")}, whose quorum is in force`, hint: again };
}

function lowered(hint: string): string {
  return `${hint.charAt(0).toLowerCase()}${hint.slice(1)}`;
}
