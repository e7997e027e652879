import { defineError, type DefinedError } from "../model/errors.ts";

/** The policy file was not written. */
export const PolicyNotChangedError = defineError("policy-not-changed", 1);

/** The policy file, or a directory of policies, cannot be read. */
export const PolicyUnreadableError = defineError("policy-unreadable", 1);
export type PolicyUnreadableError = DefinedError<"policy-unreadable">;

/** A version of the policy cannot be read from git. */
export const VersionUnreadableError = defineError("version-unreadable", 1);

/** The policy has errors that prevent the requested action. */
export const PolicyHasErrorsError = defineError("policy-has-errors", 1);

/** The review was not written. */
export const ReviewNotKeptError = defineError("review-not-kept", 1);

/** The worker thread for policies ended, for example out of memory. */
export const PolicyThreadGoneError = defineError("policy-thread-gone", 1);

/** The node has a key, and `replace` was not set. */
export const KeyExistsError = defineError("key-exists", 1);

/** The key cannot be read or written, is not an Ed25519 key, or is accessible to others. */
export const KeyUnusableError = defineError("key-unusable", 1);

/** No public key of the nodes is known: no signature of the receipts can be checked. */
export const SignaturesUncheckedError = defineError("signatures-unchecked", 1);
export type SignaturesUncheckedError = DefinedError<"signatures-unchecked">;

/** The receipts file, or the claim beside it, cannot be read or written. */
export const ReceiptsUnusableError = defineError("receipts-unusable", 1);

/** The receipts are not a valid chain; nothing can be appended. */
export const ReceiptsDamagedError = defineError("receipts-damaged", 1);

/** The proposal cannot be read or written. */
export const ProposalUnusableError = defineError("proposal-unusable", 1);

/** The file of the proposal exists, and `replace` was not set. */
export const ProposalExistsError = defineError("proposal-exists", 1);

/** The proposal does not match its policy, or the chain continued without it. */
export const ProposalStaleError = defineError("proposal-stale", 1);

/** The fetched revision of the upstream repo was not stored, or is damaged. */
export const UpstreamNotKeptError = defineError("upstream-not-kept", 1);

/** The proof of a clause was not written: the policy differs from its seal, or its directory is not writable. */
export const ProofNotWrittenError = defineError("proof-not-written", 1);
