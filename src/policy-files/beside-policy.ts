const proposalEnding = ".proposal.json";

/** Returns the path of a policy's receipts: `<policy>.receipts.jsonl` beside it, where `<policy>` is its full file name. */
export function receiptsPath(policyFile: string): string {
  return `${policyFile}.receipts.jsonl`;
}

/** Returns the path of a policy's proposal: `<policy>.proposal.json` beside it. */
export function proposalPath(policyFile: string): string {
  return `${policyFile}${proposalEnding}`;
}

/** Returns the path of a proposal's policy; null for another name. */
export function policyOfProposal(file: string): string | null {
  return file.endsWith(proposalEnding) ? file.slice(0, -proposalEnding.length) : null;
}

/**
 * Returns the path of a policy's review: the directory `<policy>.review` beside it, where `<policy>` is its full
 * file name. Each entry is a file of its own that never changes, so that concurrent apps and git branches only
 * add files: none is lost, and merges have no conflicts.
 */
export function reviewPath(policyFile: string): string {
  return `${policyFile}.review`;
}

/**
 * Returns the path of a clause's proof: `<policy>.<clause>.proof.json` beside the policy. The ID of a clause without
 * errors is a safe part of a file name.
 */
export function proofPath(policyFile: string, clauseId: string): string {
  return `${policyFile}.${clauseId}.proof.json`;
}

const kinds: readonly (readonly [RegExp, string])[] = [
  [/\.(?:ya?ml|json)\.review(?:[\\/]|$)|\.review\.json$/i, "a review"],
  [/\.receipts\.jsonl$/i, "a chain of receipts"],
  [/\.proposal\.json$/i, "a proposal"],
  [/\.proof\.json$/i, "a proof"],
  [/\.schema\.json$/i, "a JSON Schema"],
];

/**
 * Returns the kind of a file beside policies by its name: a file of hooklens, or a schema. Null for other files. The
 * pre-commit hook excludes the same names.
 */
export function besideKind(path: string): string | null {
  return kinds.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}
