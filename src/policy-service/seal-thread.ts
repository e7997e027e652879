import type { SealConcern } from "../policy/review/seal-concerns.ts";
import type { ClauseProof } from "../policy/seal/proof.ts";
import type { PageDiff } from "./page-diff.ts";

/** Receipt of a policy, as the screen lists it. */
export interface ListedReceipt {
  /** First digits of the ID. */
  readonly id: string;
  readonly sealedAt: string;
  readonly quorum: string;
  /** Nodes that signed; their signatures are valid if the seal has no findings. */
  readonly signers: readonly string[];
}

/** Receipts of a policy, and what they say about its present content. */
export interface SealHistory {
  /** Newest first, at most 100. */
  readonly receipts: readonly ListedReceipt[];
  /** Parts that changed since the last receipt: `clause HC-164.312 changed`. */
  readonly changes: readonly string[];
  /**
   * Differences from the version that the last receipt seals, by clause and field; null without a receipt, for the
   * same content, and if git has no such version.
   */
  readonly since: PageDiff | null;
  /** Proof of the selected clause; null if no signed receipt seals it as it is, or the sealed version is not known. */
  readonly proof: ClauseProof | null;
}

/** Result of a signature. */
export interface SignedSeal {
  /** Nodes whose signatures are missing, as `missingText` formats them. */
  readonly missing: string;
  /** First digits of the ID of the receipt that was appended; null below the quorum. */
  readonly receiptId: string | null;
}

/** Concerns that a signer reads before a policy is sealed. */
export interface SealConcerns {
  /** SHA-256 of the file that they are about; null if it was not read. */
  readonly sha256: string | null;
  readonly list: readonly SealConcern[];
}

/** Calls of the worker thread about the seal of a policy. */
export interface SealThread {
  /** Reads what a signer should know before a policy is sealed. @throws {PolicyUnreadableError} */
  sealConcerns(path: string): Promise<SealConcerns>;
  /** Returns the nodes whose private keys are on this machine. @throws {KeyUnusableError} */
  sealKeys(nodes: readonly string[]): Promise<readonly string[]>;
  /**
   * Writes the proposal of the next receipt beside a policy whose file still has this hash.
   * @param replace true replaces an existing proposal and its signatures
   * @throws {PolicyHasErrorsError | ReceiptsDamagedError | ProposalExistsError | ProposalUnusableError}
   */
  sealPropose(path: string, sha256: string, replace: boolean): Promise<void>;
  /**
   * Signs the proposal beside a policy whose file still has this hash, and appends the receipt at the quorum.
   * @throws {ProposalStaleError | ProposalUnusableError | KeyUnusableError | PolicyHasErrorsError}
   */
  sealSign(path: string, sha256: string, node: string): Promise<SignedSeal>;
  /** Reads the receipts of a policy, and the proof of a clause. */
  sealHistory(path: string, clauseId: string | null): Promise<SealHistory>;
  /**
   * Writes the proof of a clause beside its policy.
   * @returns path of the proof
   * @throws {ProofNotWrittenError}
   */
  sealProof(path: string, clauseId: string): Promise<string>;
}
