import type { PolicyPage } from "../../../policy-service/policy-page.ts";
import type { ProposedSeal } from "../../../policy/seal/seal-state.ts";
import { signingNodes } from "../../../policy/seal/signing-rule.ts";

/** Node of a policy: has signed, can sign here, or must sign elsewhere. */
export interface SealSigner {
  readonly node: string;
  readonly standing: "signed" | "here" | "elsewhere";
}

/** Returns the proposal that can be signed; null if there is none. */
export function openProposal({ seal }: PolicyPage): ProposedSeal | null {
  return seal.proposal === null || seal.proposal.problem !== null ? null : seal.proposal;
}

/** Returns the nodes that may sign the next receipt: those of the policy, in its order, then those in force. */
export function signingNodesOf({ facts, seal }: PolicyPage): readonly string[] {
  const own = { nodes: facts?.nodes ?? [], quorum: facts?.quorum ?? "" };
  return signingNodes(own, seal);
}

/**
 * Returns the nodes that may sign: the signers of the proposal, else of the receipt that seals the policy as it is.
 * @param keys nodes whose private keys are on this machine
 */
export function signersOf(page: PolicyPage, keys: readonly string[]): readonly SealSigner[] {
  const { standing, last } = page.seal;
  const proposal = openProposal(page);
  const signed =
    proposal === null
      ? standing === "sealed"
        ? (last?.signed ?? [])
        : []
      : [...proposal.signed, ...(proposal.previous?.signed ?? [])];
  return signingNodesOf(page).map((node) => {
    if (signed.includes(node)) return { node, standing: "signed" };
    return { node, standing: keys.includes(node) ? "here" : "elsewhere" };
  });
}

/** Returns the index of the next node that can sign here, from an index on and around; the index itself if none can. */
export function nextSigner(signers: readonly SealSigner[], from: number): number {
  const order = signers.map((_, step) => (from + step) % signers.length);
  return order.find((index) => signers[index]?.standing === "here") ?? from;
}
