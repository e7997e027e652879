import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createBatcher, type Batcher } from "../../../src/async/batcher.ts";

interface Gathered {
  readonly batcher: Batcher;
  add(count?: number): void;
  /** Number of items of each write. */
  readonly writes: number[];
  /** The next write. */
  written(): Promise<void>;
}

function batched(): Gathered {
  let size = 0;
  let wake = (): void => {};
  const writes: number[] = [];
  const batcher = createBatcher(
    () => size,
    () => {
      writes.push(size);
      size = 0;
      wake();
    },
  );
  return {
    batcher,
    add: (count = 1) => void (size += count),
    writes,
    written: () => new Promise((resolve) => (wake = resolve)),
  };
}

test("what comes in turns without a gap is one write", async () => {
  const { batcher, add, writes, written } = batched();
  const done = written();
  for (let turn = 0; turn < 5; turn += 1) {
    add();
    batcher.soon();
    expect(writes).toEqual([]);
    await nextTurn();
  }
  await done;
  expect(writes).toEqual([5]);
});

test("a full batch does not wait for a gap", async () => {
  const { batcher, add, writes } = batched();
  for (let turn = 0; writes.length === 0; turn += 1) {
    add(100);
    batcher.soon();
    await nextTurn();
    expect(turn).toBeLessThan(10);
  }
  expect(writes[0]).toBeGreaterThanOrEqual(256);
});

test("what nobody waits for is written by itself after a while, all of it at once", async () => {
  const { batcher, add, writes, written } = batched();
  const done = written();
  for (let each = 0; each < 3; each += 1) {
    add();
    batcher.later();
  }
  await done;
  expect(writes).toEqual([3]);
});

test("what nobody waits for goes with what somebody does, and its timer with it", async () => {
  const { batcher, add, writes, written } = batched();
  add();
  batcher.later();
  add();
  batcher.soon();
  await written();
  expect(writes).toEqual([2]);
  // A remaining timer would write this item before the timer that starts now.
  add();
  const other = batched();
  other.add();
  other.batcher.later();
  await other.written();
  expect(writes).toEqual([2]);
});

test("now writes at once, once, and nothing when there is nothing", async () => {
  const { batcher, add, writes } = batched();
  batcher.now();
  expect(writes).toEqual([]);
  add();
  batcher.soon();
  batcher.now();
  expect(writes).toEqual([1]);
  await nextTurn();
  await nextTurn();
  await nextTurn();
  expect(writes).toEqual([1]);
});

test("what is queued while a write runs is the next one", async () => {
  const writes: string[][] = [];
  let queue = ["first"];
  const batcher = createBatcher(
    () => queue.length,
    () => {
      writes.push(queue);
      queue = writes.length === 1 ? ["during"] : [];
      if (queue.length > 0) batcher.soon();
    },
  );
  batcher.soon();
  while (writes.length < 2) await nextTurn();
  expect(writes).toEqual([["first"], ["during"]]);
});
