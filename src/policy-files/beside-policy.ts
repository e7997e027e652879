const proposalEnding = ".proposal.json";

/** Returns the path of a policy's receipts: `<policy>.receipts.jsonl` beside it, where `<policy>` is its full file name. */
export function receiptsPath(policyFile: string): string {
  return `${policyFile}.receipts.jsonl`;
}

/** Returns the path of a policy's proposal: `<policy>.proposal.json` beside it. */
export function proposalPath(policyFile: string): string {
  return `${policyFile}${proposalEnding}`;
}

/** Returns the path of the policy that a proposal is beside; null if the name is not that of a proposal. */
export function policyOfProposal(file: string): string | null {
  return file.endsWith(proposalEnding) ? file.slice(0, -proposalEnding.length) : null;
}

/**
 * Returns the path of a clause's proof: `<policy>.<clause>.proof.json` beside the policy. The ID of a clause without
 * errors is a safe part of a file name.
 */
export function proofPath(policyFile: string, clauseId: string): string {
  return `${policyFile}.${clauseId}.proof.json`;
}

/** Returns true for what hooklens writes beside a policy: its review, receipts, proposal and proofs. */
export function isBesidePolicy(path: string): boolean {
  return /\.(?:ya?ml|json)\.review(?:[\\/]|$)|\.(?:review\.json|receipts\.jsonl|proposal\.json|proof\.json)$/i.test(
    path,
  );
}
