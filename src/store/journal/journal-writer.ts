import { randomBytes } from "node:crypto";
import {
  closeSync,
  fdatasyncSync,
  fstatSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import process from "node:process";
import { StoreIoError } from "../errors.ts";
import { fileError } from "../file-error.ts";
import { type JournalEntry, packEntries } from "./entries.ts";
import { frameBytes } from "./frame.ts";
import { generationsIn, journalFile, keepOneSpare } from "./journal-files.ts";
import type { JournalPosition } from "./journal-position.ts";

/** At this size a file is followed by the next one. */
const fullBytes = 16 * 1024 * 1024;

/** A file grows so much at once, filled with zeros: a sync that has to note a new size takes twice as long. */
const growBytes = 1024 * 1024;

export interface JournalWriter {
  /** Where what was written ends. */
  end(): JournalPosition;
  /**
   * Writes entries; when it returns they survive the end of the process and, where `durable`, a power cut, with all that was written before.
   * @throws {StoreFullError | StoreIoError | StoreUnwritableError} none of them is in the journal then
   */
  write(entries: readonly JournalEntry[], durable: boolean): void;
  /** @param isReleased all of it is in the tables, also after a power cut: no file stays */
  close(isReleased: boolean): void;
}

/**
 * Begins a generation of the journal of a data directory, whose one writer this is.
 * @param releasedTo what is before that generation is in the tables, also after a power cut: its files are used again
 * @throws as `write`
 */
export function openJournalWriter(
  dataDir: string,
  firstGeneration: number,
  releasedTo: () => number,
): JournalWriter {
  const salt = randomBytes(4).readUInt32LE();
  let generation = firstGeneration;
  let file = openGeneration();
  let offset = 0;
  let allocated = fstatSync(file).size;
  /** It has what was written without a sync. */
  let isUnsynced = false;
  /** Why nothing is written any more. */
  let broken: StoreIoError | null = null;

  /** A file that was released has its blocks already. */
  function openGeneration(): number {
    const path = journalFile(dataDir, generation);
    try {
      const spare = keepOneSpare(dataDir, releasedTo());
      if (spare !== undefined) renameSync(journalFile(dataDir, spare), path);
      if (spare === undefined) writeFileSync(path, "", { flag: "wx", mode: 0o600 });
      // Before it is opened, so that nothing is left open when it fails.
      syncDirectory(dataDir);
      return openSync(path, "r+");
    } catch (error) {
      throw fileError(error, path);
    }
  }

  function begin(): void {
    // The next sync is one of the next file.
    if (isUnsynced) sync();
    generation += 1;
    const next = openGeneration();
    closeSync(file);
    file = next;
    offset = 0;
    allocated = fstatSync(file).size;
  }

  function grow(end: number): void {
    const missing = Math.ceil((end - allocated) / growBytes) * growBytes;
    writeAll(file, Buffer.alloc(missing), allocated);
    allocated += missing;
  }

  function sync(): void {
    try {
      fdatasyncSync(file);
      isUnsynced = false;
    } catch (cause) {
      // What a disk has after a sync that failed nobody knows, and the next sync would not say.
      broken = new StoreIoError({
        what: `${journalFile(dataDir, generation)} cannot be brought to the disk`,
        why: cause instanceof Error ? cause.message : String(cause),
        hint: "Check the disk it is on, and start hooklens again",
        cause,
      });
      throw broken;
    }
  }

  return {
    end: () => ({ generation, offset }),
    write(entries, durable) {
      if (broken !== null) throw broken;
      try {
        if (offset >= fullBytes) begin();
        const frame = frameBytes({ generation, salt }, packEntries(entries));
        if (offset + frame.length > allocated) grow(offset + frame.length);
        writeAll(file, frame, offset);
        isUnsynced = true;
        if (durable) sync();
        offset += frame.length;
      } catch (error) {
        throw fileError(error, journalFile(dataDir, generation));
      }
    },
    close(isReleased) {
      closeSync(file);
      if (!isReleased) return;
      for (const each of generationsIn(dataDir)) rmSync(journalFile(dataDir, each));
    },
  };
}

function writeAll(file: number, bytes: Uint8Array, position: number): void {
  for (let done = 0; done < bytes.length;) {
    done += writeSync(file, bytes, done, bytes.length - done, position + done);
  }
}

/** What a file system says that has no sync for directories: some of those shared over a network or with a virtual machine. */
const unsupported: ReadonlySet<unknown> = new Set(["EINVAL", "ENOTSUP", "EOPNOTSUPP"]);

/** So that a power cut does not take the name of a file that has entries. Windows has no such thing, and needs none. */
function syncDirectory(path: string): void {
  if (process.platform === "win32") return;
  const directory = openSync(path, "r");
  try {
    fsyncSync(directory);
  } catch (error) {
    // As SQLite does: the best that can be had there.
    if (!(error instanceof Error && "code" in error && unsupported.has(error.code))) throw error;
  } finally {
    closeSync(directory);
  }
}
