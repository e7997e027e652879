import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { expect, onTestFinished, test } from "vitest";
import type { JournalEntry } from "../../../../src/store/journal/entries.ts";
import { generationsIn, journalFile } from "../../../../src/store/journal/journal-files.ts";
import { type JournalWriter, openJournalWriter } from "../../../../src/store/journal/journal-writer.ts";
import { readJournal } from "../../../../src/store/journal/read-journal.ts";
import { freshDataDir } from "../../../support/fresh-data-dir.ts";
import { rowEntry } from "../../../support/journal-entries.ts";

const start = { generation: 0, offset: 0 };

function madeDir(): string {
  const dataDir = freshDataDir();
  mkdirSync(dataDir);
  return dataDir;
}

function openWriter(dataDir: string, releasedTo = () => 0, first = 1): JournalWriter {
  const writer = openJournalWriter(dataDir, first, releasedTo);
  onTestFinished(() => {
    // Without the file, closing says only whether it still was open.
    writer.close(false);
  });
  return writer;
}

function seqsIn(dataDir: string): number[] {
  return [...readJournal(dataDir, start, null)].flatMap(({ entries }) => entries.map(({ seq }) => seq));
}

/** So large that a few of them fill a file. */
function largeRow(seq: number): JournalEntry {
  return rowEntry(seq, { body: Buffer.alloc(5 * 1024 * 1024, seq) });
}

test("what was written is in the journal in its order, and the end is where the next frame begins", () => {
  const dataDir = madeDir();
  const writer = openWriter(dataDir);
  expect(writer.end()).toEqual({ generation: 1, offset: 0 });
  writer.write([rowEntry(1), rowEntry(2)], true);
  const middle = writer.end();
  writer.write([rowEntry(3)], false);
  expect(seqsIn(dataDir)).toEqual([1, 2, 3]);
  const rest = [...readJournal(dataDir, middle, writer.end())];
  expect(rest).toMatchObject([{ entries: [{ seq: 3 }], end: writer.end() }]);
});

test("its files are for their owner only", () => {
  const dataDir = madeDir();
  openWriter(dataDir);
  expect(statSync(journalFile(dataDir, 1)).mode & 0o777).toBe(process.platform === "win32" ? 0o666 : 0o600);
});

test("a full file is followed by the next one, and none that is not released is used again", () => {
  const dataDir = madeDir();
  const writer = openWriter(dataDir);
  for (let seq = 1; seq <= 9; seq += 1) writer.write([largeRow(seq)], true);
  expect(generationsIn(dataDir)).toEqual([1, 2, 3]);
  expect(seqsIn(dataDir)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test("one released file is used again, others go, and what was in it is not read again", () => {
  const dataDir = madeDir();
  let releasedTo = 0;
  const writer = openWriter(dataDir, () => releasedTo);
  for (let seq = 1; seq <= 9; seq += 1) writer.write([largeRow(seq)], true);
  const { ino } = statSync(journalFile(dataDir, 1));
  releasedTo = 3;
  for (let seq = 10; seq <= 13; seq += 1) writer.write([largeRow(seq)], true);
  expect(generationsIn(dataDir)).toEqual([3, 4]);
  expect(statSync(journalFile(dataDir, 4)).ino).toBe(ino);
  // The old frames are still there behind the new one.
  expect(statSync(journalFile(dataDir, 4)).size).toBeGreaterThan(writer.end().offset + 5 * 1024 * 1024);
  expect(seqsIn(dataDir)).toEqual([9, 10, 11, 12, 13]);
});

test("closing leaves no file when all is in the tables, and every file when not", () => {
  const dataDir = madeDir();
  const kept = openJournalWriter(dataDir, 1, () => 0);
  kept.write([rowEntry(1)], true);
  kept.close(false);
  expect(seqsIn(dataDir)).toEqual([1]);
  const released = openJournalWriter(dataDir, 2, () => 2);
  released.write([rowEntry(2)], true);
  released.close(true);
  expect(readdirSync(dataDir)).toEqual([]);
});

test("a file that cannot be made ends nothing: the next write tries again", () => {
  const dataDir = madeDir();
  const writer = openWriter(dataDir);
  for (let seq = 1; seq <= 4; seq += 1) writer.write([largeRow(seq)], true);
  // In the way of the next generation's file.
  mkdirSync(journalFile(dataDir, 2));
  expect(() => writer.write([rowEntry(5)], true)).toThrow(/EISDIR|EEXIST/);
  rmSync(journalFile(dataDir, 2), { recursive: true });
  writer.write([rowEntry(5)], true);
  expect(seqsIn(dataDir)).toEqual([1, 2, 3, 4, 5]);
});

test("a directory that is not there is an error, and leaves nothing open", () => {
  const dataDir = freshDataDir();
  const openFiles = "/proc/self/fd";
  const before = existsSync(openFiles) ? readdirSync(openFiles).length : 0;
  expect(() => openJournalWriter(join(dataDir, "none"), 1, () => 0)).toThrow(/ENOENT/);
  expect(existsSync(openFiles) ? readdirSync(openFiles).length : 0).toBe(before);
});
