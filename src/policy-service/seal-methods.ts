import { proposalPath } from "../policy-files/beside-policy.ts";
import { sha256Of } from "../policy-files/change-file.ts";
import { provingPolicy, readSealedVersion, writeProof } from "../policy-files/clause-proof.ts";
import type { FileVersions } from "../policy-files/git/versions.ts";
import { readSigners } from "../policy-files/keys.ts";
import { writeProposal } from "../policy-files/propose-seal.ts";
import { readPolicyFile } from "../policy-files/read-policy-file.ts";
import { readSealConcerns } from "../policy-files/read-seal-concerns.ts";
import { readSeal } from "../policy-files/read-seal.ts";
import { listReceipts } from "../policy-files/receipts-file.ts";
import { signProposalFile } from "../policy-files/sign-proposal.ts";
import type { SealConcern } from "../policy/review/seal-concerns.ts";
import { changeTitle } from "../policy/seal/compare-policy.ts";
import { missingText } from "../policy/seal/missing-text.ts";
import { type ClauseProof, proveClause } from "../policy/seal/proof.ts";
import { shortHash } from "../policy/seal/receipt-finding.ts";
import type { Receipt } from "../policy/seal/receipt.ts";
import { type PageDiff, pageDiff } from "./page-diff.ts";

/** Receipt of a policy, as the screen lists it. */
export interface ListedReceipt {
  /** First digits of the ID. */
  readonly id: string;
  readonly sealedAt: string;
  readonly quorum: string;
  /** Signers; their signatures are valid if the seal has no findings. */
  readonly signers: readonly string[];
}

/** Receipts of a policy, and their relation to its present content. */
export interface SealHistory {
  /** Newest first, at most 100. */
  readonly receipts: readonly ListedReceipt[];
  /** Parts changed since the last receipt: `clause HC-164.312 changed`. */
  readonly changes: readonly string[];
  /**
   * Differences from the sealed version, by clause and field; null without a receipt, for the same content, or if git
   * lacks the version.
   */
  readonly since: PageDiff | null;
  /**
   * Proof of the selected clause; null if no signed receipt seals its present content, or the sealed version is
   * unknown.
   */
  readonly proof: ClauseProof | null;
}

/** Result of a signature. */
export interface SignedSeal {
  /** Nodes with missing signatures, as `missingText` formats them. */
  readonly missing: string;
  /** First digits of the appended receipt's ID; null below the quorum. */
  readonly receiptId: string | null;
}

/** Concerns of a signer before a seal. */
export interface SealConcerns {
  /** SHA-256 of the file with the concerns; null if unread. */
  readonly sha256: string | null;
  readonly list: readonly SealConcern[];
}

const maxReceipts = 100;

/**
 * Creates the methods of the worker thread about seals.
 * @param reviewOf returns the path of a policy's review
 */
export function sealMethods(keysDir: string, versions: FileVersions, reviewOf: (path: string) => string) {
  return {
    /**
     * Reads the concerns of a signer before a seal.
     * @throws {PolicyUnreadableError}
     */
    async sealConcerns(path: string, baseline: string): Promise<SealConcerns> {
      const file = await readPolicyFile(path);
      const places = { reviewFolder: reviewOf(path), baseline, versions };
      const list = await readSealConcerns(path, file, places);
      return { sha256: file.bytes === null ? null : sha256Of(file.bytes), list };
    },
    /** Returns the nodes whose private keys are on this machine. @throws {KeyUnusableError} */
    sealKeys: (nodes: readonly string[]) => readSigners(keysDir, nodes).map(({ node }) => node),
    /**
     * Writes the proposal of the next receipt beside a policy whose file still has this hash.
     * @param replace true replaces an existing proposal and its signatures
     * @throws {PolicyHasErrorsError | ReceiptsDamagedError | ProposalExistsError | ProposalUnusableError}
     */
    async sealPropose(path: string, sha256: string, replace: boolean): Promise<void> {
      await writeProposal(path, { file: proposalPath(path), keysDir, replace, nowMs: Date.now(), sha256 });
    },
    /**
     * Signs the proposal beside a policy whose file still has this hash, and appends the receipt at the quorum.
     * @throws {ProposalStaleError | ProposalUnusableError | KeyUnusableError | PolicyHasErrorsError}
     */
    async sealSign(path: string, sha256: string, node: string): Promise<SignedSeal> {
      const file = proposalPath(path);
      const signed = await signProposalFile({
        file,
        policyFile: path,
        sha256,
        node,
        keysDir,
      });
      return {
        missing: missingText(signed),
        receiptId: signed.receipts === null ? null : shortHash(signed.proposal.receipt.id),
      };
    },
    /** Reads the receipts of a policy, and the proof of a clause. */
    async sealHistory(path: string, clauseId: string | null): Promise<SealHistory> {
      const { bytes, check } = await readPolicyFile(path);
      const seal = await readSeal(path, { policy: check.policy, bytes }, keysDir);
      const older = await readSealedVersion(path, seal, versions);
      const proving =
        check.policy === null || clauseId === null
          ? null
          : provingPolicy(clauseId, check.policy, seal, older?.policy ?? null);
      return {
        receipts: listReceipts(path).slice(-maxReceipts).toReversed().map(listed),
        changes: seal.changes.map(changeTitle),
        since: older === null ? null : pageDiff(check, { check: older }, "the sealed version"),
        proof: proving === null || clauseId === null ? null : await proveClause(proving, clauseId),
      };
    },
    /**
     * Writes the proof of a clause beside its policy.
     * @returns path of the proof
     * @throws {ProofNotWrittenError}
     */
    sealProof: (path: string, clauseId: string) => writeProof(path, clauseId, keysDir, versions),
  };
}

function listed({ id, sealedAt, receipt_chain, signers }: Receipt): ListedReceipt {
  return { id: shortHash(id), sealedAt, quorum: receipt_chain.quorum, signers };
}
