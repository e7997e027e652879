import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { readTextWithin } from "../../../files/read-file.ts";
import { statFile } from "../../file-error.ts";

/** Name of the file with the highest seq that was acknowledged. */
const fileName = "deliveries.last";

/** Highest seq of a log that is known outside of it. */
export interface KnownSeq {
  readonly logId: string;
  readonly seq: number;
}

/** Mark of the highest seq that was acknowledged: a damaged WAL does not show what it has lost. */
export interface LastSeqMark {
  write(seq: number): void;
  close(): void;
}

/**
 * Opens the mark of a log. It is written without a sync, which a damaged WAL does not need. Failures are ignored: the
 * log itself meets those of the disk.
 */
export function openLastSeqMark(dataDir: string, logId: string): LastSeqMark {
  let file: number | null = null;
  try {
    const path = join(dataDir, fileName);
    // The opening of a named pipe would not return.
    statFile(path);
    closeSync(openSync(path, "a", 0o600));
    file = openSync(path, "r+");
  } catch {
    file = null;
  }
  return {
    write(seq) {
      if (file === null) return;
      const digits = String(seq).padStart(16, "0");
      try {
        // Twice, so that a damaged number is not believed.
        writeSync(file, `${logId} ${digits} ${digits}\n`, 0);
      } catch {
        // See above.
      }
    },
    close() {
      if (file !== null) closeSync(file);
      file = null;
    },
  };
}

/** Reads the mark; null if it is missing or damaged. */
export function readLastSeq(dataDir: string): KnownSeq | null {
  let text: string;
  try {
    text = readTextWithin(join(dataDir, fileName));
  } catch {
    return null;
  }
  const [, logId, seq, again] = /^(\S+) (\d{16}) (\d{16})\n/.exec(text) ?? [];
  return logId === undefined || seq !== again ? null : { logId, seq: Number(seq) };
}
