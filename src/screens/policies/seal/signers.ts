import type { ProposedSeal } from "../../../policy/seal/seal-state.ts";
import type { PolicyPage } from "../page/policy-page.ts";

/** Node of a policy: has signed, can sign here, or must sign elsewhere. */
export interface SealSigner {
  readonly node: string;
  readonly standing: "signed" | "here" | "elsewhere";
}

/** Returns the proposal that can be signed; null if there is none. */
export function openProposal({ seal }: PolicyPage): ProposedSeal | null {
  return seal.proposal === null || seal.proposal.problem !== null ? null : seal.proposal;
}

/**
 * Returns the nodes of a policy, in its order: the signers of the proposal, else of the receipt that seals it as it is.
 * @param keys nodes whose private keys are on this machine
 */
export function signersOf(page: PolicyPage, keys: readonly string[]): readonly SealSigner[] {
  const { standing, last } = page.seal;
  const signed = openProposal(page)?.signed ?? (standing === "sealed" ? (last?.signed ?? []) : []);
  return [...new Set(page.facts?.nodes)].map((node) => {
    const name = node.normalize("NFC");
    if (signed.includes(name)) return { node: name, standing: "signed" };
    return { node: name, standing: keys.includes(name) ? "here" : "elsewhere" };
  });
}

/** Returns the index of the next node that can sign here, from an index on and around; the index itself if none can. */
export function nextSigner(signers: readonly SealSigner[], from: number): number {
  const order = signers.map((_, step) => (from + step) % signers.length);
  return order.find((index) => signers[index]?.standing === "here") ?? from;
}
