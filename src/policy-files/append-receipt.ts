import { closeSync, constants, openSync, rmSync } from "node:fs";
import { readTextWithin } from "../files/read-file.ts";
import { writeFileAtomic, syncFolder, writeAt } from "../files/write-file-atomic.ts";
import { HooklensError } from "../model/errors.ts";
import { readReceiptLines } from "../policy/seal/receipt-lines.ts";
import { type Receipt, receiptLine } from "../policy/seal/receipt.ts";
import type { SigningState } from "../policy/seal/signing-rule.ts";
import { ReceiptsDamagedError, ReceiptsUnusableError } from "./errors.ts";
import { failureReason, hasCode } from "./failure-reason.ts";
import { type SoundChain, readSoundChain } from "./receipts-file.ts";

/** Last receipt of a chain, or null, and the signatures needed for the next one. */
interface ChainEnd {
  readonly prev: Receipt | null;
  readonly signing: SigningState;
}

/**
 * Appends a receipt to a chain. Resolves with the receipt once it is on disk. Concurrent processes append in turn,
 * and the chain never forks; two that make the same receipt (content and millisecond) share it. Completes a line that
 * another process left incomplete.
 * @param keysDir directory of the node keys, to verify the chain
 * @param make creates the receipt that follows the last one of the chain; called again if another process was faster
 * @throws {ReceiptsDamagedError | ReceiptsUnusableError | KeyUnusableError} or the error of `make`
 */
export async function appendReceipt(
  path: string,
  keysDir: string,
  make: (after: ChainEnd) => Promise<Receipt>,
): Promise<Receipt> {
  try {
    for (;;) {
      const chain = await soundEnd(path, keysDir);
      const prev = chain.receipts.at(-1) ?? null;
      const claim = claimPath(path, prev?.id ?? null);
      const receipt = await make({ prev, signing: chain.signing });
      const line = receiptLine(receipt);
      if (makeClaim(claim, line) && (await writeClaimed(path, keysDir, claim, line, receipt))) return receipt;
    }
  } catch (error) {
    if (error instanceof HooklensError) throw error;
    throw new ReceiptsUnusableError({
      what: `${path} cannot be written`,
      why: failureReason(error),
      hint: "Check that its directory is writable and the disk is not full",
      cause: error,
    });
  }
}

/**
 * Returns the chain, whose last line is complete. First writes the lines that other processes claimed.
 * @throws {ReceiptsDamagedError | ReceiptsUnusableError | KeyUnusableError}
 */
async function soundEnd(path: string, keysDir: string): Promise<SoundChain> {
  let tailBefore: string | null = null;
  for (;;) {
    const chain = await readSoundChain(path, keysDir);
    const prev = chain.receipts.at(-1) ?? null;
    // Drops the claim of a process that died after it wrote its line.
    if (prev !== null) dropClaim(claimPath(path, prev.prev));
    const claim = claimPath(path, prev?.id ?? null);
    const line = readClaim(claim);
    if (line !== null) {
      await writeClaimed(path, keysDir, claim, line, claimedReceipt(claim, line));
      continue;
    }
    if (chain.tail.length === 0) return chain;
    // Another process may have written its line and dropped its claim between the two reads. A tail that
    // stays is damage.
    const tail = `${chain.end} ${Buffer.from(chain.tail).toString("latin1")}`;
    if (tail === tailBefore) {
      throw new ReceiptsDamagedError({
        what: `no receipt was appended to ${path}`,
        why: "its last line is incomplete",
        hint: "Check the line, then remove it",
      });
    }
    tailBefore = tail;
  }
}

/**
 * Writes a claimed line and drops the claim. Does not write if the chain has the line or continued without
 * it. Processes may call this at any time and repeatedly: they write the same bytes at the same place.
 * @returns true if the receipt is in the chain
 */
async function writeClaimed(
  path: string,
  keysDir: string,
  claim: string,
  line: string,
  receipt: Receipt,
): Promise<boolean> {
  // Reads again while the claim is held: the claim may have been free because its line had just been written.
  const chain = await readSoundChain(path, keysDir);
  const isLast = (chain.receipts.at(-1)?.id ?? null) === receipt.prev;
  if (isLast) writeLine(path, line, chain);
  dropClaim(claim);
  return isLast || chain.receipts.some(({ id }) => id === receipt.id);
}

function writeLine(path: string, line: string, { end, tail }: SoundChain): void {
  const bytes = Buffer.from(line);
  if (!bytes.subarray(0, tail.length).equals(tail)) {
    throw new ReceiptsDamagedError({
      what: `no receipt was appended to ${path}`,
      why: "its incomplete last line is not the start of the new receipt",
      hint: "Check the line, then remove it",
    });
  }
  const file = openSync(path, constants.O_RDWR | constants.O_CREAT, 0o644);
  try {
    writeAt(file, bytes, end);
  } finally {
    closeSync(file);
  }
  syncFolder(path);
}

function claimedReceipt(claim: string, line: string): Receipt {
  const [entry, ...others] = readReceiptLines(Buffer.from(line)).entries;
  if (entry !== undefined && others.length === 0) return entry.receipt;
  throw new ReceiptsDamagedError({
    what: `${claim} does not contain a receipt`,
    hint: "Check the file, then remove it",
  });
}

/**
 * Returns the path of the claim of the line after the receipt `prev`. A claim is a file with the next line of
 * a chain, created before the line is written and named after the receipt it follows, so that one of two
 * concurrent seals gets it. Any process that finds a claim can write its line, at the same place with the
 * same bytes, so a process that dies loses nothing and blocks no other. A claim after a receipt that is no
 * longer the last has no effect and may be removed.
 */
export function claimPath(receiptsFile: string, prev: string | null): string {
  return `${receiptsFile}.after-${prev?.slice(0, 16) ?? "none"}`;
}

/** Returns the line waiting to be written; null without a claim. */
function readClaim(path: string): string | null {
  try {
    return readTextWithin(path);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
}

/** Creates the claim with its whole line. Returns false if the claim exists. */
function makeClaim(path: string, line: string): boolean {
  const made = writeFileAtomic(path, line, { mode: 0o644, replace: false });
  if (made) syncFolder(path);
  return made;
}

function dropClaim(path: string): void {
  rmSync(path, { force: true });
}
