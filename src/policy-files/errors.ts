import { defineError, type DefinedError } from "../model/errors.ts";

/** A policy's file was not written. */
export const PolicyNotChangedError = defineError("policy-not-changed", 1);

/** A policy's file, or a folder of policies, cannot be read. */
export const PolicyUnreadableError = defineError("policy-unreadable", 1);
export type PolicyUnreadableError = DefinedError<"policy-unreadable">;

/** A review was not written. */
export const ReviewNotKeptError = defineError("review-not-kept", 1);

/** The thread that reads and checks policies ended by itself, out of memory for example. */
export const PolicyThreadGoneError = defineError("policy-thread-gone", 1);

/** A node has a key already, and `replace` was not asked for. */
export const KeyExistsError = defineError("key-exists", 1);

/** A key cannot be read or written, is no Ed25519 key, or can be read by others. */
export const KeyUnusableError = defineError("key-unusable", 1);

/** A file of receipts, or the claim beside it, cannot be read or written. */
export const ReceiptsUnusableError = defineError("receipts-unusable", 1);

/** The receipts are not a valid chain, so no other is appended. */
export const ReceiptsDamagedError = defineError("receipts-damaged", 1);
