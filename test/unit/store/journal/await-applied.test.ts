import { mkdirSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { makeAppliedWait } from "../../../../src/store/journal/await-applied.ts";
import { packEntries } from "../../../../src/store/journal/entries.ts";
import { frameBytes } from "../../../../src/store/journal/frame.ts";
import { journalFile } from "../../../../src/store/journal/journal-files.ts";
import type { JournalPosition } from "../../../../src/store/journal/journal-position.ts";
import { freshDataDir } from "../../../support/fresh-data-dir.ts";
import { rowEntry } from "../../../support/journal-entries.ts";

const frame = (generation: number): Buffer => frameBytes({ generation, salt: 1 }, packEntries([rowEntry(1)]));
const { length } = frame(1);

function journalOf(files: Readonly<Record<number, Uint8Array>>): string {
  const dataDir = freshDataDir();
  mkdirSync(dataDir);
  for (const [generation, bytes] of Object.entries(files)) {
    writeFileSync(journalFile(dataDir, Number(generation)), bytes);
  }
  return dataDir;
}

/** Tables that have come one place further at each look. @returns how many looks the wait took */
async function looksUntilReady(dataDir: string, places: readonly [JournalPosition, ...JournalPosition[]]) {
  let looks = 0;
  const wait = makeAppliedWait(dataDir, () => {
    looks += 1;
    return places[looks - 1] ?? places.at(-1) ?? places[0];
  });
  await wait();
  return looks;
}

test("it waits until the tables are where the frames end, in whatever file that is", async () => {
  const dataDir = journalOf({ 3: Buffer.concat([frame(3), frame(3)]), 4: frame(4) });
  const looks = await looksUntilReady(dataDir, [
    { generation: 2, offset: 77 },
    { generation: 3, offset: length },
    { generation: 3, offset: 2 * length },
    { generation: 4, offset: length },
  ]);
  expect(looks).toBe(4);
});

test("what is written after it asked is not waited for", async () => {
  const dataDir = journalOf({ 1: frame(1) });
  let looks = 0;
  await makeAppliedWait(dataDir, () => {
    looks += 1;
    if (looks === 2) writeFileSync(journalFile(dataDir, 2), frame(2));
    return { generation: looks < 3 ? 0 : 1, offset: looks < 3 ? 0 : length };
  })();
  expect(looks).toBe(3);
});

test.each<[string, Record<number, Uint8Array>]>([
  ["there is no journal", {}],
  ["its file has no frame yet", { 8: Buffer.alloc(1000) }],
  ["its file is empty", { 8: Buffer.alloc(0) }],
  ["its file has frames of an older generation only", { 8: Buffer.concat([frame(5), frame(5)]) }],
  ["its files are those the tables have passed", { 5: frame(5), 7: frame(7) }],
])("it waits for nothing when %s", async (_, files) => {
  expect(await looksUntilReady(journalOf(files), [{ generation: 7, offset: length }])).toBe(1);
});

test("a frame that a killed writer left is waited for once, and not again", async () => {
  const dataDir = journalOf({ 1: frame(1) });
  let looks = 0;
  const wait = makeAppliedWait(dataDir, () => {
    looks += 1;
    return { generation: 0, offset: 0 };
  });
  await wait();
  expect(looks).toBeGreaterThan(1);
  looks = 0;
  await wait();
  expect(looks).toBe(1);
});
