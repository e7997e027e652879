import { copyFileSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { openLogWriter } from "../../../src/engine/log-writer/client.ts";
import { openRecoveredLog } from "../../../src/engine/log-writer/open-recovered-log.ts";
import { emptyFilter } from "../../../src/model/filter.ts";
import type { JournalEntry } from "../../../src/store/journal/entries.ts";
import { openJournalWriter } from "../../../src/store/journal/journal-writer.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";

/**
 * What a kill -9 at this moment would leave, in another directory: the files, without what SQLite keeps in memory, the journal last. Not to be
 * used where the tables may just be at a checkpoint: a kill stops everything at once, and copying does not.
 */
export function leftNow(dataDir: string): string {
  const left = freshDataDir("left");
  mkdirSync(left);
  for (const name of readdirSync(dataDir).toSorted()) {
    if (/^deliveries\.db(-wal)?$/.test(name)) copyFileSync(join(dataDir, name), join(left, name));
  }
  for (const name of readdirSync(dataDir).toSorted()) {
    if (name.startsWith("deliveries-journal-")) copyFileSync(join(dataDir, name), join(left, name));
  }
  return left;
}

/** A data directory with an empty log and a journal of these frames that nothing was applied of. */
export async function unapplied(frames: readonly (readonly JournalEntry[])[]): Promise<string> {
  const dataDir = freshDataDir();
  const log = await openLogWriter(dataDir);
  await log.close();
  const journal = openJournalWriter(dataDir, 1, () => 0);
  for (const entries of frames) journal.write(entries, true);
  journal.close(false);
  return dataDir;
}

/** Opens what a killed writer left. @returns the paths of its deliveries, in their order; their seqs are 1, 2, 3 */
export async function recoveredPaths(dataDir: string): Promise<string[]> {
  const log = await openRecoveredLog(dataDir);
  try {
    const { rows } = await log.page({
      filter: emptyFilter,
      from: null,
      direction: "newer",
      limit: 1_000_000,
    });
    const oldestFirst = rows.toReversed();
    expect(oldestFirst.map(({ seq }) => seq)).toEqual(oldestFirst.map((_, index) => index + 1));
    return oldestFirst.map(({ path }) => path);
  } finally {
    await log.close();
  }
}
