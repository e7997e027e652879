import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { type JournalEntry, unpackEntries } from "./entries.ts";
import { frameAt, headBytes, saltAt } from "./frame.ts";
import { generationsIn, journalFile } from "./journal-files.ts";
import type { JournalPosition } from "./journal-position.ts";

/** So many entries, or a few more, are handed out at once. */
const pieceEntries = 4096;

/** Some entries, and where the next ones begin. */
export interface JournalPiece {
  readonly entries: readonly JournalEntry[];
  readonly end: JournalPosition;
}

/**
 * Reads what was written after a position, in its order; ends where nothing whole follows.
 * @param to where that is known to be; null: it is looked for
 */
export function* readJournal(
  dataDir: string,
  from: JournalPosition,
  to: JournalPosition | null,
): Generator<JournalPiece, void, undefined> {
  for (const generation of generationsIn(dataDir)) {
    if (generation < from.generation || (to !== null && generation > to.generation)) continue;
    const start = generation === from.generation ? from.offset : 0;
    const end = generation === to?.generation ? to.offset : null;
    yield* readGeneration(dataDir, { generation, offset: start }, end);
  }
}

function* readGeneration(
  dataDir: string,
  { generation, offset: start }: JournalPosition,
  end: number | null,
): Generator<JournalPiece, void, undefined> {
  const { bytes, salt } = readFrom(journalFile(dataDir, generation), start, end);
  const mark = { generation, salt };
  let entries: JournalEntry[] = [];
  let at = 0;
  for (let frame = frameAt(bytes, at, mark); frame !== null; frame = frameAt(bytes, at, mark)) {
    for (const entry of unpackEntries(frame.text, frame.bodies)) entries.push(entry);
    at = frame.end;
    if (entries.length < pieceEntries) continue;
    yield { entries, end: { generation, offset: start + at } };
    entries = [];
  }
  // Also without entries: whoever goes on from there is in the right file.
  yield { entries, end: { generation, offset: start + at } };
}

/** The bytes of a file from a place on, and the salt of its first frame. */
function readFrom(file: string, start: number, end: number | null): { bytes: Buffer; salt: number } {
  const opened = openSync(file, "r");
  try {
    const head = bytesAt(opened, 0, headBytes);
    return {
      bytes: bytesAt(opened, start, (end ?? fstatSync(opened).size) - start),
      salt: head.length === headBytes ? head.readUInt32LE(saltAt) : 0,
    };
  } finally {
    closeSync(opened);
  }
}

/** So many bytes from a place on; fewer where the file ends before. */
function bytesAt(file: number, start: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(Math.max(0, length));
  let read = 0;
  for (let got = -1; got !== 0 && read < bytes.length; read += got) {
    got = readSync(file, bytes, read, bytes.length - read, start + read);
  }
  return bytes.subarray(0, read);
}
