import { expect, test } from "vitest";
import { createKeyTable } from "../../../src/store/sqlite/key-table.ts";

test("finds every seq it was given, until it is full, and none under another hash", () => {
  const table = createKeyTable(1024);
  const hashOf = (seq: number): number => Math.imul(seq, 0x9e3779b1) >>> 0;
  for (let seq = 5_000_000_001; !table.isFull(); seq += 3) table.add(hashOf(seq), seq);
  let found = 0;
  for (let seq = 5_000_000_001; seq < 5_000_003_073; seq += 1) {
    const expected = (seq - 5_000_000_001) % 3 === 0 ? [seq] : [];
    expect(table.newest(hashOf(seq))).toEqual(expected);
    found += expected.length;
  }
  expect(found).toBe(1024);
});

test("gives the newest four under one hash, newest first, also when they go around the end", () => {
  const table = createKeyTable(8);
  for (let seq = 1; seq <= 6; seq += 1) table.add(15, seq);
  table.add(0, 7);
  expect(table.newest(15)).toEqual([6, 5, 4, 3]);
  expect(table.newest(0)).toEqual([7]);
  expect(table.newest(1)).toEqual([]);
});
