import type * as FileSystem from "node:fs";
import { fdatasyncSync, fsyncSync, mkdirSync } from "node:fs";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { StoreIoError } from "../../../../src/store/errors.ts";
import { type JournalWriter, openJournalWriter } from "../../../../src/store/journal/journal-writer.ts";
import { readJournal } from "../../../../src/store/journal/read-journal.ts";
import { freshDataDir } from "../../../support/fresh-data-dir.ts";
import { rowEntry } from "../../../support/journal-entries.ts";

// A disk that fails when it is asked to cannot be had: the real calls are counted, and one of them fails.
vi.mock("node:fs", async (original) => {
  const fs = await original<typeof FileSystem>();
  return {
    ...fs,
    fdatasyncSync: vi.fn<typeof fdatasyncSync>(fs.fdatasyncSync),
    fsyncSync: vi.fn<typeof fsyncSync>(fs.fsyncSync),
  };
});

const syncs = vi.mocked(fdatasyncSync);

beforeEach(() => {
  syncs.mockClear();
});

function openWriter(): { writer: JournalWriter; dataDir: string } {
  const dataDir = freshDataDir();
  mkdirSync(dataDir);
  const writer = openJournalWriter(dataDir, 1, () => 0);
  onTestFinished(() => writer.close(false));
  return { writer, dataDir };
}

const large = (seq: number) => rowEntry(seq, { body: Buffer.alloc(17 * 1024 * 1024) });

test("only what has to outlive a power cut is synced", () => {
  const { writer } = openWriter();
  writer.write([rowEntry(1)], true);
  writer.write([rowEntry(2)], false);
  expect(syncs).toHaveBeenCalledTimes(1);
});

test("what was written without a sync is synced before the next file begins, whose syncs would not reach it", () => {
  const { writer } = openWriter();
  writer.write([large(1)], false);
  expect(syncs).not.toHaveBeenCalled();
  writer.write([rowEntry(2)], true);
  const [first, second] = syncs.mock.calls.map(([file]) => file);
  expect(syncs).toHaveBeenCalledTimes(2);
  expect(first).not.toBe(second);
});

test("a file that has nothing unsynced is left without one", () => {
  const { writer } = openWriter();
  writer.write([large(1)], true);
  writer.write([rowEntry(2)], true);
  expect(syncs).toHaveBeenCalledTimes(2);
});

test("a file system that cannot sync directories will do, one that fails to will not", () => {
  const directorySync = vi.mocked(fsyncSync);
  const failing = (code: string) => () => {
    throw Object.assign(new Error(`${code}: fsync`), { code });
  };
  directorySync.mockImplementationOnce(failing("EINVAL"));
  const { writer, dataDir } = openWriter();
  writer.write([rowEntry(1)], true);
  directorySync.mockImplementationOnce(failing("EIO"));
  expect(() => openJournalWriter(dataDir, 2, () => 0)).toThrow(StoreIoError);
});

test("after a sync that failed nothing is written any more, and what failed does not count", () => {
  const { writer, dataDir } = openWriter();
  writer.write([rowEntry(1)], true);
  const end = writer.end();
  syncs.mockImplementationOnce(() => {
    throw Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO" });
  });
  expect(() => writer.write([rowEntry(2)], true)).toThrow(StoreIoError);
  expect(writer.end()).toEqual(end);
  expect(() => writer.write([rowEntry(2)], true)).toThrow(/cannot be brought to the disk/);
  expect([...readJournal(dataDir, { generation: 0, offset: 0 }, end)]).toMatchObject([
    { entries: [{ seq: 1 }] },
  ]);
});
