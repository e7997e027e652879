import { describe, expect, it } from "vitest";
import { parseFilter } from "../../../src/model/filter-parse.ts";
import {
  fillWindow,
  filterApplied,
  filterCanceled,
  filterOpened,
  foldingToggled,
  listFocused,
  newerRowsLoaded,
  newestRowsLoaded,
  olderRowsLoaded,
  oldestRowsLoaded,
  openDetail,
  rowsRefreshed,
  selectedDelivery,
  selectIndex,
  setDeliveries,
} from "../../../src/screens/deliveries/state/deliveries.ts";
import { rowCount, rowFilter } from "../../../src/screens/deliveries/state/folding.ts";
import { selectedIndex, topIndex, windowRows } from "../../../src/screens/deliveries/state/window.ts";
import { noEvents } from "../../../src/store/sqlite/deliveries/summary/event-counts.ts";
import { deliveryOf, pageOf, someMomentMs } from "../../support/app/deliveries.ts";
import { initialState, type KnownState, after } from "../../support/app/state.ts";
import { seededRandom } from "../../support/random.ts";

const height = 10;
const empty = initialState({ columns: 80, rows: 24 }, someMomentMs);

const seqs = (state: KnownState) => state.deliveries.rows.map(({ seq }) => seq);
const selectedSeq = (state: KnownState) => selectedDelivery(state)?.seq;
const topSeq = (state: KnownState) => state.deliveries.rows[topIndex(state.deliveries, height)]?.seq;

/** Newest 100 rows of a log of 1,000. */
const newest = after(empty, setDeliveries({ lastSeq: 1_000 }), newestRowsLoaded(pageOf(1_000, 901, true)));

describe("following", () => {
  it("selects the newest row of each page, and scrolls to it", () => {
    expect([selectedSeq(newest), topSeq(newest)]).toEqual([1_000, 1_000]);
    const next = after(newest, newestRowsLoaded(pageOf(1_003, 904, true)));
    expect([selectedSeq(next), topSeq(next), next.deliveries.following]).toEqual([1_003, 1_003, true]);
  });

  it("pauses when the selection leaves the newest row, and remembers the newest seq", () => {
    const paused = after(newest, selectIndex(1, height));
    expect(paused.deliveries).toMatchObject({ following: false, pausedAtSeq: 1_000 });
    expect(after(newest, selectIndex(0, height)).deliveries.following).toBe(true);
    // Returning to the newest row would move what is being read.
    expect(after(paused, selectIndex(0, height)).deliveries.following).toBe(false);
  });

  it("pauses when the detail is opened, so that it stays", () => {
    const reading = after(newest, openDetail());
    expect(reading.deliveries).toMatchObject({ focus: "detail", following: false, pausedAtSeq: 1_000 });
    expect(selectedSeq(reading)).toBe(1_000);
  });

  it("goes on when the list is focused again, unless another delivery was selected meanwhile", () => {
    const reading = after(newest, openDetail(), openDetail());
    expect(after(reading, listFocused()).deliveries).toMatchObject({ focus: "list", following: true });
    const moved = after(reading, selectIndex(3, height), listFocused());
    expect(moved.deliveries.following).toBe(false);
    expect(after(moved, selectIndex(0, height), openDetail(), listFocused()).deliveries.following).toBe(
      false,
    );
  });

  it("keeps the newest row selected when a filter is canceled that was typed as it arrived", () => {
    const typed = after(newest, filterOpened(), newestRowsLoaded(pageOf(1_001, 902, true)), filterCanceled());
    expect([selectedSeq(typed), typed.deliveries.following]).toEqual([1_001, true]);
    const paused = after(newest, selectIndex(5, height));
    const canceled = after(paused, filterOpened(), selectIndex(0, height), filterCanceled());
    expect([selectedSeq(canceled), canceled.deliveries.following]).toEqual([995, false]);
  });

  it("counts new deliveries from the first pause on", () => {
    const reading = after(
      after(newest, selectIndex(1, height)),
      setDeliveries({ lastSeq: 1_007 }),
      openDetail(),
    );
    expect(reading.deliveries.pausedAtSeq).toBe(1_000);
  });
});

describe("the anchor", () => {
  it("keeps the selected and the first row while newer ones arrive", () => {
    const paused = after(newest, selectIndex(25, height));
    const grown = after(paused, newerRowsLoaded(pageOf(1_040, 1_001), height));
    expect([selectedSeq(grown), topSeq(grown)]).toEqual([selectedSeq(paused), topSeq(paused)]);
    expect(seqs(grown)[0]).toBe(1_040);
  });

  it("also holds in a list with fewer rows than its height", () => {
    const few = after(
      empty,
      setDeliveries({ lastSeq: 3 }),
      newestRowsLoaded(pageOf(3, 1)),
      selectIndex(1, height),
    );
    const grown = after(few, newerRowsLoaded(pageOf(5, 4), height));
    expect([selectedSeq(grown), topSeq(grown)]).toEqual([2, 3]);
    // Fills when the selection moves or the terminal is resized.
    expect(topSeq(after(grown, fillWindow(height)))).toBe(5);
  });

  it("moves to the next older row when the selected one is gone", () => {
    const gaps = after(
      empty,
      setDeliveries({ rows: [9, 7, 4].map((seq) => deliveryOf(seq)), selectedSeq: 8 }),
    );
    expect(selectedSeq(gaps)).toBe(7);
    expect(selectedSeq(after(gaps, setDeliveries({ selectedSeq: 1 })))).toBe(4);
    expect(selectedSeq(after(gaps, setDeliveries({ selectedSeq: null })))).toBe(9);
    expect(selectedIndex(empty.deliveries)).toBe(-1);
  });
});

describe("the window", () => {
  it("appends older rows without gaps or duplicates, and completes the move", () => {
    const atEnd = after(newest, selectIndex(130, height));
    expect([selectedSeq(atEnd), atEnd.deliveries.ahead]).toEqual([901, 31]);
    const grown = after(atEnd, olderRowsLoaded(pageOf(905, 801, true), height));
    expect(seqs(grown)).toEqual(seqs(after(empty, newestRowsLoaded(pageOf(1_000, 801)))));
    expect([selectedSeq(grown), grown.deliveries.ahead]).toEqual([870, 0]);
  });

  it("keeps at most 600 rows, dropping those farther from the selection", () => {
    let state = newest;
    for (let oldest = 801; oldest > 300; oldest -= 100) {
      state = after(
        state,
        selectIndex(10_000, height),
        olderRowsLoaded(pageOf(oldest + 99, oldest, true), height),
      );
    }
    expect(state.deliveries.rows).toHaveLength(windowRows);
    expect(state.deliveries).toMatchObject({ moreAbove: true, moreBelow: true });
    expect(seqs(state)).toContain(selectedSeq(state));
    const back = after(
      state,
      selectIndex(0, height),
      newerRowsLoaded(pageOf(seqs(state)[0]! + 50, seqs(state)[0]! + 1), height),
    );
    expect(back.deliveries.rows).toHaveLength(windowRows);
    expect(seqs(back)[0]).toBe(seqs(state)[0]! + 50);
  });

  it("shows the end of the log with its last row at the bottom", () => {
    const end = after(
      after(newest, setDeliveries({ following: false })),
      oldestRowsLoaded(pageOf(100, 1, true), height),
    );
    expect([selectedSeq(end), topSeq(end)]).toEqual([1, 10]);
    expect(end.deliveries).toMatchObject({ moreAbove: true, moreBelow: false });
    expect(topSeq(after(newest, oldestRowsLoaded(pageOf(3, 1), height)))).toBe(3);
  });

  it("updates its rows, and nothing else", () => {
    const read = [deliveryOf(999, { status: 500, outcome: "failed" }), deliveryOf(5)];
    const fresh = after(newest, rowsRefreshed(read));
    expect(seqs(fresh)).toEqual(seqs(newest));
    expect(fresh.deliveries.rows[1]).toMatchObject({ seq: 999, status: 500 });
  });
});

describe("a folded list", () => {
  /** Deliveries 5 and 3 are tries of one event. */
  const tries = [
    deliveryOf(5, { eventOf: 3, tries: 2, latestTry: 5 }),
    deliveryOf(4),
    deliveryOf(3, { tries: 2, latestTry: 5 }),
  ];
  const unfolded = after(
    empty,
    setDeliveries({ isFolded: false }),
    newestRowsLoaded({ rows: tries, more: false }),
    selectIndex(2, height),
  );

  it("lists latest tries, and selects the one of the selected event", () => {
    expect(rowFilter(unfolded.deliveries).text).toBe("");
    const folded = after(unfolded, foldingToggled());
    expect(rowFilter(folded.deliveries).text).toBe("is:latest");
    expect(folded.deliveries).toMatchObject({ selectedSeq: 5, loaded: false });
    const failed = parseFilter("is:failed");
    expect(rowFilter(after(folded, filterApplied(failed)).deliveries)).toBe(failed);
  });

  it("drops the row of an event when a newer try is loaded, except the selected one", () => {
    const folded = after(empty, newestRowsLoaded({ rows: [deliveryOf(4), deliveryOf(3)], more: false }));
    const newer = { rows: tries.slice(0, 1), more: false };
    expect(seqs(after(folded, newerRowsLoaded(newer, height)))).toEqual([5, 4]);
    const kept = after(folded, selectIndex(1, height), newerRowsLoaded(newer, height));
    expect(seqs(kept)).toEqual([5, 4, 3]);
  });

  it("has as many rows as the log less the repeated tries", () => {
    const counted = after(
      empty,
      setDeliveries({ total: 10, events: { ...noEvents, handled: 5, failed: 1, tries: 8 } }),
    );
    expect(rowCount(counted.deliveries)).toBe(8);
    expect(rowCount({ ...counted.deliveries, isFolded: false })).toBe(10);
    expect(rowCount({ ...counted.deliveries, filter: parseFilter("is:failed"), matching: 3 })).toBe(3);
  });
});

it("never has a gap, a row out of order or an invisible selection, for any events and keys", () => {
  const random = seededRandom(3);
  for (let round = 0; round < 100; round += 1) {
    let last = 200;
    let state = after(empty, setDeliveries({ lastSeq: last }), newestRowsLoaded(pageOf(last, 101, true)));
    for (let step = 0; step < 60; step += 1) {
      const rows = seqs(state);
      const first = rows[0] ?? 0;
      const end = rows.at(-1) ?? 0;
      switch (random.below(5)) {
        case 0:
          last += random.below(30);
          state = after(state, setDeliveries({ lastSeq: last }));
          break;
        case 1:
          if (end > 1)
            state = after(state, olderRowsLoaded(pageOf(end - 1, Math.max(1, end - 117), end > 118), height));
          break;
        case 2: {
          const upTo = Math.min(last, first + 117);
          if (upTo > first)
            state = after(state, newerRowsLoaded(pageOf(upTo, first + 1, upTo < last), height));
          break;
        }
        case 3:
          state = after(state, fillWindow(1 + random.below(20)));
          break;
        default:
          state = after(state, selectIndex(selectedIndex(state.deliveries) + random.below(81) - 40, height));
      }
      const now = seqs(state);
      expect(now.every((seq, index) => index === 0 || seq === now[index - 1]! - 1)).toBe(true);
      expect(now.length).toBeLessThanOrEqual(windowRows);
      const top = topIndex(state.deliveries, height);
      const selected = selectedIndex(state.deliveries);
      expect(selected >= top && selected < top + height && top >= 0).toBe(true);
    }
  }
});
