import { expect, it, onTestFinished } from "vitest";
import { leftOutText, planReplay, replaySeqs } from "../../../src/engine/replay-seqs.ts";
import type { NewDelivery } from "../../../src/model/delivery.ts";
import { parseFilter } from "../../../src/model/filter-parse.ts";
import type { Selection } from "../../../src/store/selection.ts";
import { openDeliveryLog } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { newDelivery } from "../../support/new-delivery.ts";

const failed: Partial<NewDelivery> = { outcome: "failed", status: 500 };

/**
 * Opens a log: #1 failed and is solved by its replay #4; #2 failed, as its replay #5 did; #6 is an edited
 * replay of #2, which failed; #3 failed alone.
 */
async function filledLog() {
  const log = await openDeliveryLog(freshDataDir());
  onTestFinished(() => log.close());
  const rows: readonly Partial<NewDelivery>[] = [
    failed,
    failed,
    failed,
    { replayOf: 1 },
    { ...failed, replayOf: 2 },
    { ...failed, replayOf: 2, edited: true },
    // Refused before its body was read, and received without one.
    { outcome: "rejected", status: 403, sha256: null, body: new Uint8Array() },
    { ...failed, bytes: 0, body: new Uint8Array() },
  ];
  for (const row of rows) await log.append(newDelivery({ sha256: true, ...row }));
  return log;
}

async function replayed(selection: Selection) {
  const log = await filledLog();
  const seqs: number[] = [];
  for await (const seq of replaySeqs(log, selection)) seqs.push(seq);
  const { total, leftOut } = await planReplay(log, selection, () => true);
  expect(total).toBe(seqs.length);
  return { seqs, leftOut: leftOutText(leftOut) };
}

const all = (text: string): Selection => ({ filter: parseFilter(text, Date.now()), untilSeq: 100 });

it("leaves out solved deliveries, and replays whose original matches", async () => {
  expect(await replayed(all("is:failed"))).toEqual({
    seqs: [2, 3, 6],
    leftOut: "4 left out (1 solved by a replay, 1 replayed with their original, 2 without a body)",
  });
});

it("keeps solved deliveries if the filter asks for them", async () => {
  expect(await replayed(all("is:recovered"))).toEqual({ seqs: [1], leftOut: "" });
});

it("keeps replays whose original does not match", async () => {
  expect(await replayed(all("is:failed is:replay"))).toEqual({ seqs: [5, 6], leftOut: "" });
});

it("keeps solved deliveries and replays that were chosen one by one, but none without a body", async () => {
  expect(await replayed({ seqs: [5, 1, 2] })).toEqual({ seqs: [1, 2, 5], leftOut: "" });
  expect(await replayed({ seqs: [8, 1, 7] })).toEqual({ seqs: [1], leftOut: "2 left out (without a body)" });
  expect(await replayed({ seqs: [1, 99] })).toEqual({
    seqs: [1],
    leftOut: "1 left out (no longer in the log)",
  });
});
