import { expect, it } from "vitest";
import { keepInView } from "../../../src/tui/list.ts";
import { seededRandom } from "../../support/random.ts";

it.each([
  ["leaves what fits where it is", { selected: 5, top: 3 }, 100, 10, { selected: 5, top: 3 }],
  ["scrolls down as little as it must", { selected: 13, top: 3 }, 100, 10, { selected: 13, top: 4 }],
  ["scrolls up as little as it must", { selected: 2, top: 3 }, 100, 10, { selected: 2, top: 2 }],
  ["stops at the ends", { selected: 400, top: 3 }, 100, 10, { selected: 99, top: 90 }],
  ["stops at the beginning", { selected: -3, top: 3 }, 100, 10, { selected: 0, top: 0 }],
  ["fills a window that has become higher", { selected: 95, top: 90 }, 100, 20, { selected: 95, top: 80 }],
  ["has nothing to show of an empty list", { selected: 3, top: 2 }, 0, 10, { selected: 0, top: 0 }],
])("%s", (_what, view, count, height, kept) => {
  expect(keepInView(view, count, height)).toEqual(kept);
});

it("always shows the selected row, and is idempotent", () => {
  const random = seededRandom(1);
  for (let round = 0; round < 10_000; round += 1) {
    const count = 1 + random.below(50);
    const height = 1 + random.below(20);
    const view = { selected: random.below(120) - 30, top: random.below(120) - 30 };
    const kept = keepInView(view, count, height);
    expect(kept.top <= kept.selected && kept.selected < kept.top + height).toBe(true);
    expect(kept.top >= 0 && (kept.top === 0 || kept.top + height <= count)).toBe(true);
    expect(keepInView(kept, count, height)).toEqual(kept);
  }
});
