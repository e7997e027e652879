import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type JournalEntry, packEntries } from "../../../../src/store/journal/entries.ts";
import { frameBytes } from "../../../../src/store/journal/frame.ts";
import { journalFile } from "../../../../src/store/journal/journal-files.ts";
import { readJournal } from "../../../../src/store/journal/read-journal.ts";
import { freshDataDir } from "../../../support/fresh-data-dir.ts";
import { rowEntry } from "../../../support/journal-entries.ts";

function rows(first: number, count = 1): JournalEntry[] {
  return Array.from({ length: count }, (_, index) => rowEntry(first + index));
}

function frameOf(generation: number, entries: readonly JournalEntry[], salt = 99): Buffer {
  return frameBytes({ generation, salt }, packEntries(entries));
}

/** A data directory whose journal has these bytes, by generation. */
function journalOf(files: Readonly<Record<number, readonly Uint8Array[]>>): string {
  const dataDir = freshDataDir();
  mkdirSync(dataDir);
  for (const [generation, parts] of Object.entries(files)) {
    writeFileSync(journalFile(dataDir, Number(generation)), Buffer.concat(parts));
  }
  return dataDir;
}

function seqsOf(dataDir: string, from = { generation: 0, offset: 0 }): number[] {
  return [...readJournal(dataDir, from, null)].flatMap(({ entries }) => entries.map(({ seq }) => seq));
}

test("nothing is read where there is no journal, nor where there is no directory", () => {
  expect(seqsOf(journalOf({}))).toEqual([]);
  expect(seqsOf(freshDataDir())).toEqual([]);
});

test("generations are read in the order of their numbers, other files are not", () => {
  const dataDir = journalOf({
    10: [frameOf(10, rows(3))],
    9: [frameOf(9, rows(1)), frameOf(9, rows(2))],
  });
  writeFileSync(`${journalFile(dataDir, 11)}.of-another-log-1`, frameOf(11, rows(4)));
  expect(seqsOf(dataDir)).toEqual([1, 2, 3]);
});

test("a frame that was cut off ends its file, at every byte of it, and the place after the whole ones is told", () => {
  const whole = frameOf(5, rows(1, 2));
  const last = frameOf(5, rows(3));
  for (let length = 0; length < last.length; length += 1) {
    const dataDir = journalOf({ 5: [whole, last.subarray(0, length), Buffer.alloc(64)] });
    const pieces = [...readJournal(dataDir, { generation: 0, offset: 0 }, null)];
    expect(pieces).toMatchObject([
      { entries: [{ seq: 1 }, { seq: 2 }], end: { generation: 5, offset: whole.length } },
    ]);
  }
});

test("frames of an older generation behind the last one are not read", () => {
  const old = [frameOf(1, rows(1)), frameOf(1, rows(2))];
  const dataDir = journalOf({ 2: [frameOf(2, rows(3)), ...old] });
  expect(seqsOf(dataDir)).toEqual([3]);
});

test("a frame that a sender made and sent as a body is not read, also where a frame of ours ends before it", () => {
  const first = frameOf(2, rows(1));
  const dataDir = journalOf({ 2: [first, frameOf(2, rows(2), 98)] });
  expect(seqsOf(dataDir)).toEqual([1]);
  expect(seqsOf(dataDir, { generation: 2, offset: first.length })).toEqual([]);
});

test("it goes on from a position, across files, also from the end of one", () => {
  const first = frameOf(1, rows(1));
  const dataDir = journalOf({ 1: [first, frameOf(1, rows(2))], 2: [frameOf(2, rows(3))] });
  expect(seqsOf(dataDir, { generation: 1, offset: first.length })).toEqual([2, 3]);
  expect(seqsOf(dataDir, { generation: 1, offset: 2 * first.length })).toEqual([3]);
  expect(seqsOf(dataDir, { generation: 2, offset: first.length })).toEqual([]);
  expect(seqsOf(dataDir, { generation: 3, offset: 0 })).toEqual([]);
});

test("it ends at the place that was given, whatever is behind it", () => {
  const first = frameOf(1, rows(1));
  const dataDir = journalOf({ 1: [first, frameOf(1, rows(2))], 2: [frameOf(2, rows(3))] });
  const pieces = [
    ...readJournal(dataDir, { generation: 0, offset: 0 }, { generation: 1, offset: first.length }),
  ];
  expect(pieces).toMatchObject([{ entries: [{ seq: 1 }], end: { generation: 1, offset: first.length } }]);
});

test("many entries come in pieces, each with its own end", () => {
  const frames = Array.from({ length: 9 }, (_, index) => frameOf(1, rows(1 + index * 1000, 1000)));
  const dataDir = journalOf({ 1: frames });
  const pieces = [...readJournal(dataDir, { generation: 0, offset: 0 }, null)];
  expect(pieces.map(({ entries }) => entries.length)).toEqual([5000, 4000]);
  const end = pieces[0]?.end ?? { generation: 0, offset: 0 };
  expect(seqsOf(dataDir, end)).toEqual(Array.from({ length: 4000 }, (_, index) => 5001 + index));
});
