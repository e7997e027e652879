import { placeFile } from "../files/place-file.ts";
import { type ClauseProof, proveClause } from "../policy/seal/proof.ts";
import { machineJson } from "../text/machine-json.ts";
import { proofPath } from "./beside-policy.ts";
import { ProofNotWrittenError } from "./errors.ts";
import { failureReason } from "./failure-reason.ts";
import { readSeal } from "./read-seal.ts";
import { readSoundPolicy } from "./sound-policy.ts";

/** Formats a proof as the text of its file. */
export function proofText(proof: ClauseProof): string {
  return `${machineJson(proof, 2)}\n`;
}

/**
 * Writes the proof of a clause beside its policy, which must be sealed as it is. Replaces an older proof.
 * @param keysDir directory of the keys of nodes
 * @returns path of the proof
 * @throws {ProofNotWrittenError | PolicyHasErrorsError | PolicyUnreadableError | NotFoundError}
 */
export async function writeProof(policyFile: string, clauseId: string, keysDir: string): Promise<string> {
  const { bytes, policy } = await readSoundPolicy(policyFile);
  const { standing } = await readSeal(policyFile, { policy, bytes }, keysDir);
  const what = `the proof of ${clauseId} was not written`;
  if (standing !== "sealed") {
    throw new ProofNotWrittenError({
      what,
      why: "the last receipt does not seal the policy as it is",
      hint: "Seal the policy, then prove the clause",
    });
  }
  const path = proofPath(policyFile, clauseId);
  try {
    placeFile(path, proofText(await proveClause(policy, clauseId)), { mode: 0o644, replace: true });
  } catch (error) {
    throw new ProofNotWrittenError({
      what,
      why: failureReason(error),
      hint: "Check that its directory is writable and the disk is not full",
      cause: error,
    });
  }
  return path;
}
