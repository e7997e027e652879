import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { openLogWriter } from "../../../src/engine/log-writer/client.ts";
import { openRecoveredLog } from "../../../src/engine/log-writer/open-recovered-log.ts";
import type { JournalEntry } from "../../../src/store/journal/entries.ts";
import { headBytes, lengthOf } from "../../../src/store/journal/frame.ts";
import { generationsIn, journalFile } from "../../../src/store/journal/journal-files.ts";
import { openJournalWriter } from "../../../src/store/journal/journal-writer.ts";
import { readJournal } from "../../../src/store/journal/read-journal.ts";
import { openDeliveryLog } from "../../../src/store/sqlite/delivery-log.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { rowEntry } from "../../support/journal-entries.ts";
import { newDelivery } from "../../support/new-delivery.ts";
import { leftNow, recoveredPaths, unapplied } from "./killed.ts";

const row = (seq: number): JournalEntry => rowEntry(seq, { path: `/${seq}` });
const paths = (last: number): string[] => Array.from({ length: last }, (_, index) => `/${index + 1}`);

test("a journal cut off at any byte of its last frame gives what is before that frame, and no more", async () => {
  const outcome: JournalEntry = {
    kind: "outcome",
    seq: 2,
    update: { outcome: "handled", status: 200, durationMs: 1 },
  };
  const dataDir = await unapplied([[row(1), row(2)], [outcome]]);
  const bytes = readFileSync(journalFile(dataDir, 1));
  const first = lengthOf(bytes, 1) ?? 0;
  const last = lengthOf(bytes, 1, first) ?? 0;
  expect(last).toBeGreaterThan(headBytes);
  for (let length = 0; length <= last; length += 1) {
    const left = leftNow(dataDir);
    const cut = Buffer.alloc(bytes.length);
    bytes.copy(cut, 0, 0, first + length);
    writeFileSync(journalFile(left, 1), cut);
    const log = await openRecoveredLog(left);
    expect((await log.get(2))?.outcome, `${length} bytes`).toBe(length === last ? "handled" : "accepted");
    await log.close();
    expect(generationsIn(left)).toEqual([]);
  }
});

test("a file that was used again gives its new frames only", async () => {
  const dataDir = await unapplied([[row(1)], [row(2)], [row(3)]]);
  const old = readFileSync(journalFile(dataDir, 1));
  const end = lengthOf(old, 1) ?? 0;
  // As generation 2 writes it over what generation 1 left.
  rmSync(journalFile(dataDir, 1));
  const journal = openJournalWriter(dataDir, 2, () => 0);
  journal.write([row(1)], true);
  journal.close(false);
  const reused = readFileSync(journalFile(dataDir, 2));
  old.copy(reused, end, end);
  writeFileSync(journalFile(dataDir, 2), reused);
  expect(lengthOf(reused, 1, end)).not.toBeNull();
  expect(await recoveredPaths(dataDir)).toEqual(paths(1));
});

describe("a journal of another log", () => {
  async function withForeignJournal(): Promise<string> {
    const dataDir = freshDataDir();
    const log = await openLogWriter(dataDir);
    await log.append(newDelivery({ path: "/1" }));
    await log.close();
    const journal = openJournalWriter(dataDir, 4, () => 0);
    journal.write([row(1), row(2)], true);
    journal.close(false);
    return dataDir;
  }

  test("is kept aside under a name that is no journal's, and the log goes on without it", async () => {
    const dataDir = await withForeignJournal();
    const bytes = readFileSync(journalFile(dataDir, 4));
    const notes: string[] = [];
    const log = await openLogWriter(dataDir, (line) => notes.push(line));
    expect(await log.append(newDelivery())).toBe(2);
    await log.close();
    expect(generationsIn(dataDir)).toEqual([]);
    const kept = readdirSync(dataDir).filter((name) => name.includes("of-another-log"));
    expect(kept).toHaveLength(1);
    expect(notes).toEqual([expect.stringContaining(`${kept[0]};`)]);
    expect(readFileSync(`${dataDir}/${kept[0]}`).equals(bytes)).toBe(true);
    expect(await recoveredPaths(dataDir)).toEqual(["/1", newDelivery().path]);
  });

  test("whose log was damaged and put aside stops one start at most", async () => {
    const dataDir = await unapplied([[row(7)]]);
    writeFileSync(`${dataDir}/deliveries.db`, "no database");
    await expect(openLogWriter(dataDir)).rejects.toMatchObject({ code: "store-damaged" });
    expect(generationsIn(dataDir)).toEqual([1]);
    const log = await openLogWriter(dataDir);
    expect(await log.append(newDelivery())).toBe(1);
    await log.close();
  });
});

test("what was pending when the writer was killed is interrupted, what came of it before and what comes since is not", async () => {
  const pending = (seq: number): JournalEntry => rowEntry(seq, { path: `/${seq}`, outcome: "pending" });
  const handled = { outcome: "handled", status: 200, durationMs: 1 } as const;
  const dataDir = await unapplied([
    [pending(1), pending(2)],
    [{ kind: "outcome", seq: 1, update: handled }, pending(3)],
  ]);
  const log = await openLogWriter(dataDir);
  onTestFinished(() => log.close());
  const since = await log.append(newDelivery({ outcome: "pending" }));
  expect(await log.interruptPending()).toBe(2);
  const outcomes = await Promise.all([1, 2, 3, since].map(async (seq) => (await log.get(seq))?.outcome));
  expect(outcomes).toEqual(["handled", "interrupted", "interrupted", "pending"]);
});

describe("each delivery is there once when a process is killed", () => {
  test("at any moment while deliveries are written and applied", async () => {
    const dataDir = freshDataDir();
    const log = await openLogWriter(dataDir);
    const lefts: { readonly left: string; readonly acknowledged: number }[] = [];
    for (let seq = 1; seq <= 60; seq += 1) {
      await log.append(newDelivery({ path: `/${seq}` }));
      if (seq % 4 === 0) lefts.push({ left: leftNow(dataDir), acknowledged: seq });
    }
    await log.close();
    for (const { left, acknowledged } of lefts)
      expect(await recoveredPaths(left)).toEqual(paths(acknowledged));
  });

  test("between any two steps of a recovery", async () => {
    const dataDir = await unapplied([[row(1)], [row(2), row(3)]]);
    const second = openJournalWriter(dataDir, 2, () => 0);
    second.write([row(4)], true);
    second.close(false);

    const log = await openDeliveryLog(dataDir);
    const steps = [leftNow(dataDir)];
    for (const { entries, end } of readJournal(dataDir, log.appliedTo, null)) {
      await log.apply(entries, end);
      steps.push(leftNow(dataDir));
    }
    await log.settle();
    steps.push(leftNow(dataDir));
    for (const generation of [1, 2]) {
      rmSync(journalFile(dataDir, generation));
      steps.push(leftNow(dataDir));
    }
    await log.close();
    expect(steps).toHaveLength(6);
    for (const left of steps) expect(await recoveredPaths(left)).toEqual(paths(4));
    expect(await recoveredPaths(dataDir)).toEqual(paths(4));
  });

  test("and again while the next one recovers, whose journal is of a later generation", async () => {
    let dataDir = await unapplied([[row(1)], [row(2)]]);
    for (let seq = 3; seq <= 6; seq += 1) {
      const log = await openLogWriter(dataDir);
      expect(await log.append(newDelivery({ path: `/${seq}` }))).toBe(seq);
      const left = leftNow(dataDir);
      await log.close();
      dataDir = left;
    }
    expect(await recoveredPaths(dataDir)).toEqual(paths(6));
  });
});
