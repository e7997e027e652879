import { closeSync, constants, openSync, readFileSync, rmSync } from "node:fs";
import { placeFile, syncFolder, writeAt } from "../files/place-file.ts";
import { HooklensError } from "../model/errors.ts";
import { readReceiptLines } from "../policy/seal/receipt-lines.ts";
import { type Receipt, receiptLine } from "../policy/seal/receipt.ts";
import { ReceiptsDamagedError, ReceiptsUnusableError } from "./errors.ts";
import { failureReason, hasCode } from "./failure-reason.ts";
import { type SoundChain, readSoundChain } from "./receipts-file.ts";

/**
 * Puts a receipt at the end of a chain; it is on the disk when this resolves. Of any number of processes that do so at once each
 * gets its turn, and the chain never forks; two that make the very same receipt, content and millisecond, share it. A line that a process left half-written when it died is completed first.
 *
 * @param make makes the receipt that follows the given one (null: the first); called again when another process was quicker
 * @throws {ReceiptsDamagedError | ReceiptsUnusableError} and whatever `make` throws
 */
export async function appendReceipt(
  path: string,
  make: (prev: Receipt | null) => Promise<Receipt>,
): Promise<Receipt> {
  try {
    for (;;) {
      const prev = await soundEnd(path);
      const claim = claimPath(path, prev?.id ?? null);
      const receipt = await make(prev);
      const line = receiptLine(receipt);
      if (makeClaim(claim, line) && (await writeClaimed(path, claim, line, receipt))) return receipt;
    }
  } catch (error) {
    if (error instanceof HooklensError) throw error;
    throw new ReceiptsUnusableError({
      what: `no receipt can be written to ${path}`,
      why: failureReason(error),
      hint: "Check who may write in its folder, and whether the disk is full",
      cause: error,
    });
  }
}

/** The last receipt of the chain, after what others left to be written was written. */
async function soundEnd(path: string): Promise<Receipt | null> {
  let tailBefore: string | null = null;
  for (;;) {
    const chain = await readSoundChain(path);
    const prev = chain.receipts.at(-1) ?? null;
    // Left by a process that died when its line was written.
    if (prev !== null) dropClaim(claimPath(path, prev.prev));
    const claim = claimPath(path, prev?.id ?? null);
    const line = readClaim(claim);
    if (line !== null) {
      await writeClaimed(path, claim, line, claimedReceipt(claim, line));
      continue;
    }
    if (chain.tail.length === 0) return prev;
    // Between two reads a process may have written its line and dropped its claim; a tail that stays is nobody's.
    const tail = `${chain.end} ${Buffer.from(chain.tail).toString("latin1")}`;
    if (tail === tailBefore) {
      throw new ReceiptsDamagedError({
        what: `nothing was sealed on top of the receipts in ${path}`,
        why: "its last line is half-written",
        hint: "Look at it, then remove that line",
      });
    }
    tailBefore = tail;
  }
}

/**
 * Writes a claimed line, unless that was done or the chain has gone on without it. Anyone may, at any time and more than once:
 * it is the same bytes at the same place.
 * @returns whether the receipt is in the chain
 */
async function writeClaimed(path: string, claim: string, line: string, receipt: Receipt): Promise<boolean> {
  // Read again now that the claim is held: it may have been free because its line had just been written.
  const chain = await readSoundChain(path);
  const isLast = (chain.receipts.at(-1)?.id ?? null) === receipt.prev;
  if (isLast) writeLine(path, line, chain);
  dropClaim(claim);
  return isLast || chain.receipts.some(({ id }) => id === receipt.id);
}

function writeLine(path: string, line: string, { end, tail }: SoundChain): void {
  const bytes = Buffer.from(line);
  if (!bytes.subarray(0, tail.length).equals(tail)) {
    throw new ReceiptsDamagedError({
      what: `nothing was sealed on top of the receipts in ${path}`,
      why: "its last line is the beginning of another receipt than the one that waits to be written",
      hint: "Look at it, then remove that line",
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
    what: `what waits to be written in ${claim} is no receipt`,
    hint: "Look at it, then remove that file",
  });
}

/**
 * A claim is a file with the next line of a chain, made before the line is written. Its name says which receipt it follows, so of
 * two that seal at once one alone has the claim. Whoever finds a claim can write its line, at the same place with the same bytes:
 * a process that dies in the midst of it loses nothing and blocks nobody. Once the chain has gone on, a claim to the old end means
 * nothing, and anyone may remove it.
 */
export function claimPath(receiptsFile: string, prev: string | null): string {
  return `${receiptsFile}.after-${prev?.slice(0, 16) ?? "none"}`;
}

/** The line that waits to be written; null: no one has the claim. */
function readClaim(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
}

/** Makes the claim, with its whole line or not at all. False: somebody else was quicker. */
function makeClaim(path: string, line: string): boolean {
  const made = placeFile(path, line, { mode: 0o644, replace: false });
  if (made) syncFolder(path);
  return made;
}

function dropClaim(path: string): void {
  rmSync(path, { force: true });
}
