import { statSync } from "node:fs";
import { readFileWithin } from "../files/read-file.ts";
import { knownKeys } from "../policy/seal/keys.ts";
import { readReceiptLines } from "../policy/seal/receipt-lines.ts";
import type { Receipt } from "../policy/seal/receipt.ts";
import type { SigningState } from "../policy/seal/signing-rule.ts";
import { verifySignatures } from "../policy/seal/verify-signatures.ts";
import { verifyChain } from "../policy/seal/verify.ts";
import { receiptsPath } from "./beside-policy.ts";
import { ReceiptsDamagedError, ReceiptsUnusableError } from "./errors.ts";
import { failureReason, hasCode } from "./failure-reason.ts";
import { readTrustedKeys } from "./keys.ts";

/** Reads the bytes of a receipts file; null if there is none. @throws {ReceiptsUnusableError} */
export function readReceiptsFile(path: string): Uint8Array | null {
  try {
    if (statSync(path, { throwIfNoEntry: false }) === undefined) return null;
    return readFileWithin(path);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw new ReceiptsUnusableError({
      what: `the receipts in ${path} cannot be read`,
      why: failureReason(error),
      hint: "Check that it exists and is readable",
      cause: error,
    });
  }
}

/** Lists the readable receipts of a policy, oldest first; the seal tells why others are not. */
export function listReceipts(policyFile: string): readonly Receipt[] {
  try {
    const bytes = readReceiptsFile(receiptsPath(policyFile)) ?? new Uint8Array();
    return readReceiptLines(bytes).entries.map(({ receipt }) => receipt);
  } catch (error) {
    if (error instanceof ReceiptsUnusableError) return [];
    throw error;
  }
}

/** Valid chain, ready for another receipt. */
export interface SoundChain {
  /** Receipts of the chain, oldest first. */
  readonly receipts: readonly Receipt[];
  /** Offset of the next line in bytes. */
  readonly end: number;
  /** Bytes after the last complete line: empty, or the beginning of a line. */
  readonly tail: Uint8Array;
  /** Signatures that the next receipt needs. */
  readonly signing: SigningState;
}

/**
 * Reads the receipts of a file: a valid chain, except for an incomplete last line. Verifies signatures with known
 * keys. A missing file counts as empty.
 * @param keysDir directory of the keys of nodes
 * @throws {ReceiptsDamagedError | ReceiptsUnusableError | KeyUnusableError}
 */
export async function readSoundChain(path: string, keysDir: string): Promise<SoundChain> {
  const bytes = readReceiptsFile(path) ?? new Uint8Array();
  const { chain, findings, wholeBytes } = await verifyChain(bytes);
  const nodes = chain.flatMap(({ receipt }) => receipt.receipt_chain.nodes);
  const keys = knownKeys(chain.length === 0 ? [] : readTrustedKeys(keysDir, nodes));
  const signatures = verifySignatures(chain, { keys, isContinued: true });
  const wrong = [...findings, ...signatures.findings].filter(
    ({ kind, severity }) => severity === "error" && kind !== "half-written" && kind !== "no-receipts",
  );
  const [first] = wrong;
  if (first !== undefined) {
    throw new ReceiptsDamagedError({
      what: `no receipt was appended to ${path}`,
      why: `line ${first.line ?? 1}: ${first.message}${wrong.length === 1 ? "" : `; and ${wrong.length - 1} more`}`,
      hint: "Run hooklens policy verify for details, or move the file away to start a new chain",
    });
  }
  return {
    receipts: chain.map(({ receipt }) => receipt),
    end: wholeBytes,
    tail: bytes.subarray(wholeBytes),
    signing: signatures.state,
  };
}
