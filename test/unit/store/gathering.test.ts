import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { createGathering, type Gathering } from "../../../src/store/gathering.ts";

interface Gathered {
  readonly gathering: Gathering;
  add(count?: number): void;
  /** How many each write took. */
  readonly writes: number[];
  /** The next write. */
  written(): Promise<void>;
}

function gathered(): Gathered {
  let size = 0;
  let wake = (): void => {};
  const writes: number[] = [];
  const gathering = createGathering(
    () => size,
    () => {
      writes.push(size);
      size = 0;
      wake();
    },
  );
  return {
    gathering,
    add: (count = 1) => void (size += count),
    writes,
    written: () => new Promise((resolve) => (wake = resolve)),
  };
}

test("what comes in turns without a gap is one write", async () => {
  const { gathering, add, writes, written } = gathered();
  const done = written();
  for (let turn = 0; turn < 5; turn += 1) {
    add();
    gathering.soon();
    expect(writes).toEqual([]);
    await nextTurn();
  }
  await done;
  expect(writes).toEqual([5]);
});

test("a full batch does not wait for a gap", async () => {
  const { gathering, add, writes } = gathered();
  for (let turn = 0; writes.length === 0; turn += 1) {
    add(100);
    gathering.soon();
    await nextTurn();
    expect(turn).toBeLessThan(10);
  }
  expect(writes[0]).toBeGreaterThanOrEqual(256);
});

test("what nobody waits for is written by itself after a while, all of it at once", async () => {
  const { gathering, add, writes, written } = gathered();
  const done = written();
  for (let each = 0; each < 3; each += 1) {
    add();
    gathering.later();
  }
  await done;
  expect(writes).toEqual([3]);
});

test("what nobody waits for goes with what somebody does, and its timer with it", async () => {
  const { gathering, add, writes, written } = gathered();
  add();
  gathering.later();
  add();
  gathering.soon();
  await written();
  expect(writes).toEqual([2]);
  // Its timer would write this one, before the timer of another that begins now.
  add();
  const other = gathered();
  other.add();
  other.gathering.later();
  await other.written();
  expect(writes).toEqual([2]);
});

test("now writes at once, once, and nothing when there is nothing", async () => {
  const { gathering, add, writes } = gathered();
  gathering.now();
  expect(writes).toEqual([]);
  add();
  gathering.soon();
  gathering.now();
  expect(writes).toEqual([1]);
  await nextTurn();
  await nextTurn();
  await nextTurn();
  expect(writes).toEqual([1]);
});

test("what is queued while a write runs is the next one", async () => {
  const writes: string[][] = [];
  let queue = ["first"];
  const gathering = createGathering(
    () => queue.length,
    () => {
      writes.push(queue);
      queue = writes.length === 1 ? ["during"] : [];
      if (queue.length > 0) gathering.soon();
    },
  );
  gathering.soon();
  while (writes.length < 2) await nextTurn();
  expect(writes).toEqual([["first"], ["during"]]);
});
