import { closeSync, openSync, readSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { headBytes, lengthOf } from "./frame.ts";
import { generationsIn, journalFile } from "./journal-files.ts";
import { isBehind, type JournalPosition } from "./journal-position.ts";

const pollMs = 2;

/** Longer a reader does not wait for a writer, which may have been killed. */
const patienceMs = 1_000;

/**
 * Makes what a reader in another process waits for before it reads: that the tables have what the journal has when it asks.
 * @param appliedTo what of the journal they have, now
 */
export function makeAppliedWait(dataDir: string, appliedTo: () => JournalPosition): () => Promise<void> {
  let givenUpOn: JournalPosition = { generation: 0, offset: 0 };
  return async () => {
    const from = appliedTo();
    const end = endOfJournal(dataDir, from);
    const giveUpMs = performance.now() + patienceMs;
    for (let now = from; isBehind(now, end) && isBehind(givenUpOn, end); now = appliedTo()) {
      if (performance.now() > giveUpMs) givenUpOn = end;
      else await pause(pollMs);
    }
  };
}

/** Where the frames end that follow on a position, or one that is just being written. */
function endOfJournal(dataDir: string, from: JournalPosition): JournalPosition {
  let end = from;
  for (const generation of generationsIn(dataDir)) {
    if (generation < from.generation) continue;
    const start = generation === from.generation ? from.offset : 0;
    const offset = endOfFrames(journalFile(dataDir, generation), generation, start);
    // A file without frames is not waited for: where it begins, nothing is applied.
    if (offset > start) end = { generation, offset };
  }
  return end;
}

function endOfFrames(path: string, generation: number, start: number): number {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch {
    // It was used again, or the log was closed, in this moment: everything in it is in the tables.
    return start;
  }
  try {
    const head = Buffer.alloc(headBytes);
    let end = start;
    while (readSync(file, head, 0, headBytes, end) === headBytes) {
      const length = lengthOf(head, generation);
      if (length === null) break;
      end += length;
    }
    return end;
  } finally {
    closeSync(file);
  }
}
