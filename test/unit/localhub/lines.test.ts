import { expect, test } from "vitest";
import { createLines, type Lines, type Place } from "../../../src/localhub/dispatching/lines.ts";

/** Enters `count` jobs of a lane and records those that started, as `lane` and number. */
function joined(lines: Lines, lane: string, count: number, started: string[]): Place[] {
  return Array.from({ length: count }, (_, n) => {
    const place = lines.join(lane);
    void place.turn.then(() => started.push(`${lane}${n}`));
    return place;
  });
}

/** Lets the jobs record their start. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}

test("each job of a lane starts when the previous one lets go, and lanes do not wait for each other", async () => {
  const lines = createLines(8, 100);
  const started: string[] = [];
  const [a0, a1] = joined(lines, "a", 3, started);
  joined(lines, "b", 1, started);
  await settle();
  expect(started).toEqual(["a0", "b0"]);
  a0?.letGo();
  a0?.letGo();
  await settle();
  expect(started).toEqual(["a0", "b0", "a1"]);
  a1?.leave();
  await settle();
  expect(started).toEqual(["a0", "b0", "a1", "a2"]);
});

test("a lane never exceeds its limit, however often jobs let go", async () => {
  const lines = createLines(2, 100);
  const started: string[] = [];
  const places = joined(lines, "a", 4, started);
  for (const place of places.slice(0, 3)) {
    place.letGo();
    await settle();
  }
  expect(started).toEqual(["a0", "a1"]);
  places[1]?.leave();
  places[1]?.leave();
  await settle();
  expect(started).toEqual(["a0", "a1", "a2"]);
});

test("the total limit holds, and a waiting lane starts when another ends", async () => {
  const lines = createLines(2, 2);
  const started: string[] = [];
  const [a0, a1] = joined(lines, "a", 3, started);
  a0?.letGo();
  await settle();
  const [b0] = joined(lines, "b", 1, started);
  joined(lines, "c", 1, started);
  await settle();
  expect(started).toEqual(["a0", "a1"]);
  a0?.leave();
  await settle();
  expect(started).toEqual(["a0", "a1", "b0"]);
  a1?.leave();
  b0?.leave();
  await settle();
  expect(started.slice(3).toSorted()).toEqual(["a2", "c0"]);
});
