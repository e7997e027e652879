import { expect, it, onTestFinished } from "vitest";
import { leftOutText, planNotes, planReplay, replayItems } from "../../../src/engine/replay-seqs.ts";
import type { NewDelivery } from "../../../src/model/delivery.ts";
import { parseFilter } from "../../../src/model/filter-parse.ts";
import type { Selection } from "../../../src/store/selection.ts";
import { openDeliveryLog } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { newDelivery } from "../../support/new-delivery.ts";

const failed: Partial<NewDelivery> = { outcome: "failed", status: 500 };

/**
 * Opens a log: #1 failed, and its replay #4 was handled; #2 failed, as its replay #5 did; #6 is an edited replay of #2,
 * which failed; #3 failed alone; #7 and #8 have no body; #9 runs.
 */
async function filledLog(more: readonly Partial<NewDelivery>[] = []) {
  const log = await openDeliveryLog(freshDataDir());
  onTestFinished(() => log.close());
  const rows: readonly Partial<NewDelivery>[] = [
    failed,
    failed,
    failed,
    { outcome: "handled", replayOf: 1 },
    { ...failed, replayOf: 2 },
    { ...failed, replayOf: 2, edited: true },
    // Refused before its body was read, and received without one.
    { outcome: "rejected", status: 403, sha256: null, body: new Uint8Array() },
    { ...failed, bytes: 0, body: new Uint8Array() },
    { outcome: "pending", status: null },
    ...more,
  ];
  for (const row of rows) await log.append(newDelivery({ sha256: true, ...row }));
  return log;
}

async function replayed(selection: Selection, more: readonly Partial<NewDelivery>[] = []) {
  const log = await filledLog(more);
  const seqs: number[] = [];
  for await (const { seq } of replayItems(log, selection)) seqs.push(seq);
  const { total, leftOut, ...repeated } = await planReplay(log, selection, () => true);
  expect(total).toBe(seqs.length);
  return { seqs, leftOut: leftOutText(leftOut), notes: planNotes(repeated) };
}

const all = (text: string): Selection => ({ filter: parseFilter(text, Date.now()), untilSeq: 100 });

it("sends each event once, and none that was handled", async () => {
  expect(await replayed(all("is:failed"))).toEqual({
    seqs: [2, 3, 6],
    leftOut: "4 left out (1 already handled, 1 other tries of the same event, 2 without a body)",
    notes: [],
  });
});

it("leaves out events that run", async () => {
  expect(await replayed(all("is:pending|failed seq:>=3"))).toEqual({
    seqs: [3, 5, 6],
    leftOut: "3 left out (2 without a body, 1 still running)",
    notes: [],
  });
});

it("repeats handled events if they were asked for, and says so", async () => {
  const notes = ["1 already handled: run again"];
  expect(await replayed(all("is:recovered"))).toEqual({ seqs: [1], leftOut: "", notes });
  expect(await replayed(all("is:handled"))).toEqual({ seqs: [4], leftOut: "", notes });
  expect(await replayed({ seqs: [1] })).toEqual({ seqs: [1], leftOut: "", notes });
});

it("sends superseded deliveries if they were asked for, and no failure of their event", async () => {
  const more = [
    { outcome: "superseded", status: null },
    { ...failed, replayOf: 10 },
  ] as const;
  const superseded = await replayed(all("is:superseded"), more);
  expect(superseded).toEqual({ seqs: [10], leftOut: "", notes: [] });
  const failures = await replayed(all("is:failed seq:>=10"), more);
  expect(failures).toEqual({ seqs: [], leftOut: "1 left out (superseded)", notes: [] });
  const log = await filledLog(more);
  for await (const item of replayItems(log, all("is:superseded"))) {
    expect(item).toEqual({ seq: 10, onlyOpen: false });
  }
});

it("sends marked deliveries in order, without handled events and those without a body", async () => {
  expect(await replayed({ seqs: [5, 1, 2] })).toEqual({
    seqs: [2],
    leftOut: "2 left out (1 already handled, 1 other tries of the same event)",
    notes: [],
  });
  expect(await replayed({ seqs: [8, 3, 7] })).toEqual({
    seqs: [3],
    leftOut: "2 left out (without a body)",
    notes: [],
  });
  expect(await replayed({ seqs: [3, 99] })).toEqual({
    seqs: [3],
    leftOut: "1 left out (no longer in the log)",
    notes: [],
  });
});

it("counts what the hub still sends, without handled events", async () => {
  const log = await filledLog();
  const asked: number[] = [];
  const plan = await planReplay(
    log,
    all("is:failed|handled"),
    () => true,
    async (rows) => {
      asked.push(...rows.map(({ seq }) => seq));
      return 2;
    },
  );
  expect(asked).toEqual([2, 3, 6]);
  expect(planNotes(plan)).toEqual([
    "1 already handled: run again",
    "2 still waiting in the hub: settled by a replay that succeeds",
  ]);
});
