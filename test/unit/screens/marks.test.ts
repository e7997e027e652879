import { expect, it } from "vitest";
import { parseFilter } from "../../../src/model/filter-parse.ts";
import { newestRowsLoaded, setDeliveries } from "../../../src/screens/deliveries/state/deliveries.ts";
import {
  actedOn,
  addMarks,
  clearMarks,
  hasMarks,
  markAll,
  markedCount,
  markTest,
  toggleMark,
} from "../../../src/screens/deliveries/state/marks.ts";
import { selectionSeqs } from "../../../src/store/selection.ts";
import { deliveryOf, pageOf, someMomentMs } from "../../support/app/deliveries.ts";
import { after, initialState } from "../../support/app/state.ts";

const rows = after(initialState({ columns: 80, rows: 24 }, someMomentMs), newestRowsLoaded(pageOf(9, 1)));
const failed = parseFilter("is:failed", someMomentMs);

async function all(seqs: AsyncIterable<number>): Promise<number[]> {
  const found: number[] = [];
  for await (const seq of seqs) found.push(seq);
  return found;
}

it("acts on the marked deliveries, or else on the selected one", () => {
  expect(actedOn(initialState({ columns: 80, rows: 24 }, someMomentMs))).toBeNull();
  expect(actedOn(rows)).toEqual({ seqs: [9] });
  const marked = after(rows, toggleMark(4), toggleMark(7));
  expect(actedOn(marked)).toEqual({ seqs: [4, 7] });
  expect(actedOn(after(marked, toggleMark(4)))).toEqual({ seqs: [7] });
  expect(actedOn(after(marked, clearMarks()))).toEqual({ seqs: [9] });
});

it("counts marked rows that the list does not show", () => {
  const marked = after(rows, toggleMark(4), setDeliveries({ rows: [], loaded: false }));
  expect(markedCount(marked)).toBe(1);
  expect(hasMarks(marked)).toBe(true);
});

it("adds a range once, and continues where it ended", () => {
  const marked = after(rows, toggleMark(4), addMarks([4, 5, 6]));
  expect(actedOn(marked)).toEqual({ seqs: [4, 5, 6] });
});

it("marks all that match a filter without their numbers", () => {
  const marked = after(rows, toggleMark(4), markAll({ filter: failed, untilSeq: 8, count: null }));
  expect(actedOn(marked)).toEqual({ filter: failed, untilSeq: 8 });
  expect(markedCount(marked)).toBeNull();
  const isMarked = markTest(marked);
  expect(isMarked(deliveryOf(8, { outcome: "failed" }))).toBe(true);
  expect(isMarked(deliveryOf(9, { outcome: "failed" }))).toBe(false);
  expect(isMarked(deliveryOf(7))).toBe(false);
});

it("yields the numbers of a selection, oldest first", async () => {
  const reader = {
    page: async ({ from }: { from: number | null }) => {
      const low = from ?? 1;
      const high = Math.min(2_500, low + 999);
      return pageOf(high, low, high < 2_500);
    },
  };
  expect(await all(selectionSeqs(reader, { seqs: [7, 10, 3] }))).toEqual([3, 7, 10]);
  const seqs = await all(selectionSeqs(reader, { filter: failed, untilSeq: 2_100 }));
  expect([seqs.length, seqs[0], seqs.at(-1)]).toEqual([2_100, 1, 2_100]);
});
