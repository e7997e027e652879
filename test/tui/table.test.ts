import { describe, expect, it } from "vitest";
import { lineWidth, span } from "../../src/text/line.ts";
import { v, visible } from "../../src/text/visible.ts";
import { beside } from "../../src/tui/components/beside.ts";
import type { Column } from "../../src/tui/components/table.ts";
import { fitColumns, tableHead, tableRow } from "../../src/tui/components/table.ts";
import { hostileText } from "../support/hostile-text.ts";
import { seededRandom } from "../support/random.ts";

const columns: readonly Column<"id" | "name" | "note" | "size">[] = [
  { name: "id", title: v`id`, width: 4, drop: 1 },
  { name: "name", title: v`name`, width: 6, grow: 3 },
  { name: "note", title: v`note`, width: 5, grow: 1, drop: 2 },
  { name: "size", title: v`size`, width: 4, align: "right" },
];

const fitted = (width: number) => fitColumns(columns, width).map(({ name, fitted }) => `${name} ${fitted}`);
const text = (line: { spans: readonly { text: string }[] }) => line.spans.map(({ text }) => text).join("");

describe("columns", () => {
  it("share the remaining width, are dropped by priority, and never without one", () => {
    expect(fitted(24)).toEqual(["id 4", "name 6", "note 5", "size 4"]);
    expect(fitted(32)).toEqual(["id 4", "name 12", "note 7", "size 4"]);
    expect(fitted(23)).toEqual(["id 4", "name 11", "size 4"]);
    expect(fitted(17)).toEqual(["name 10", "size 4"]);
    expect(fitted(5)).toEqual(["name 6", "size 4"]);
  });

  it("align with their titles, numbers to the right", () => {
    const wide = fitColumns(columns, 24);
    expect(text(tableHead(wide))).toBe("  id   name   note  size");
    const row = tableRow(wide, 24, false, (name) => span(visible(name === "size" ? "7" : name)));
    expect(text(row)).toBe("  id   name   note     7");
    const selected = tableRow(wide, 24, true, () => span(v`日本語です`, "ok"));
    expect(text(selected)).toBe("❯ 日 … 日本 … 日本… 日 …");
    expect(selected.spans.every((one) => one.selected)).toBe(true);
    expect(lineWidth(selected)).toBe(24);
  });

  it("form a row of exactly the given width, for any cells", () => {
    const random = seededRandom(2);
    for (let round = 0; round < 3_000; round += 1) {
      const width = 20 + random.below(100);
      const row = tableRow(fitColumns(columns, width), width, random.next() < 0.5, () =>
        span(visible(hostileText(random, 30)), random.pick(["plain", "ok", "muted"] as const)),
      );
      expect(lineWidth(row)).toBe(width);
    }
  });
});

it("joins two panes, with the rule in the same column of every row", () => {
  const left = [{ spans: [span(v`日本`)] }];
  const right = [{ spans: [span(v`one`)] }, { spans: [span(v`longer than it can be`)] }];
  expect(beside(left, 6, right, 8, 3).map(text)).toEqual([
    "日本   │ one     ",
    "       │ longer …",
    "       │         ",
  ]);
});
