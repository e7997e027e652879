import { writeFileAtomic } from "../files/write-file-atomic.ts";
import { checkBytes } from "../policy/check-bytes.ts";
import type { PolicyCheck } from "../policy/check-document.ts";
import type { Policy } from "../policy/policy.ts";
import { clausePartName } from "../policy/seal/parts.ts";
import { type ClauseProof, proveClause } from "../policy/seal/proof.ts";
import type { SealState } from "../policy/seal/seal-state.ts";
import { machineJson } from "../text/machine-json.ts";
import { proofPath } from "./beside-policy.ts";
import { ProofNotWrittenError } from "./errors.ts";
import { failureReason } from "./failure-reason.ts";
import type { FileVersions } from "./git/versions.ts";
import { readSeal } from "./read-seal.ts";
import { listReceipts } from "./receipts-file.ts";
import { findSealedVersion } from "./sealed-version.ts";
import { readSoundPolicy } from "./sound-policy.ts";

/** Formats a proof as the text of its file. */
export function proofText(proof: ClauseProof): string {
  return `${machineJson(proof, 2)}\n`;
}

/**
 * Returns the policy version to prove a clause: the present one if it matches the last receipt, else the sealed
 * version if it has the same clause. Null if there is none, or the receipt lacks signatures.
 * @param sealedVersion version that the last receipt seals; null if unknown
 */
export function provingPolicy(
  clauseId: string,
  policy: Policy,
  { standing, last, changes, findings }: SealState,
  sealedVersion: Policy | null,
): Policy | null {
  if (policy.regulatory_clauses.every(({ clause_id }) => clause_id !== clauseId)) return null;
  if (standing === "sealed") return policy;
  const isSigned =
    last !== null && last.signed.length > 0 && findings.every(({ severity }) => severity !== "error");
  const isSame = changes.every(({ part }) => part !== clausePartName(clauseId));
  return standing === "changed" && isSigned && isSame ? sealedVersion : null;
}

/**
 * Reads the version of a policy in its last receipt from git; null if git lacks it, or the policy is unchanged.
 */
export async function readSealedVersion(
  path: string,
  { standing }: SealState,
  versions: FileVersions,
): Promise<PolicyCheck | null> {
  const head = standing === "changed" ? listReceipts(path).at(-1) : undefined;
  const bytes = head === undefined ? null : await findSealedVersion(path, head, versions);
  return bytes === null ? null : (await checkBytes(bytes, { file: path })).check;
}

/**
 * Writes the proof of a clause beside its policy. Replaces an older proof.
 * @param keysDir directory of the keys of nodes
 * @returns path of the proof
 * @throws {ProofNotWrittenError | PolicyHasErrorsError | PolicyUnreadableError | NotFoundError}
 */
export async function writeProof(
  policyFile: string,
  clauseId: string,
  keysDir: string,
  versions: FileVersions,
): Promise<string> {
  const { bytes, policy } = await readSoundPolicy(policyFile);
  const state = await readSeal(policyFile, { policy, bytes }, keysDir);
  const older = await readSealedVersion(policyFile, state, versions);
  const proving = provingPolicy(clauseId, policy, state, older?.policy ?? null);
  const what = `the proof of ${clauseId} was not written`;
  if (proving === null) {
    throw new ProofNotWrittenError({
      what,
      why: "no signed receipt seals the clause as it is, or no commit has the sealed version",
      hint: "Seal the policy, then prove the clause",
    });
  }
  const path = proofPath(policyFile, clauseId);
  try {
    writeFileAtomic(path, proofText(await proveClause(proving, clauseId)), { mode: 0o644, replace: true });
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
