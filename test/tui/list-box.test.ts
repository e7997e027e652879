import { describe, expect, it } from "vitest";
import { blank, type Line, line, span } from "../../src/text/line.ts";
import { v } from "../../src/text/visible.ts";
import { options, stackedRows } from "../../src/tui/dialogs/form-lines.ts";
import { listBox } from "../../src/tui/dialogs/list-box.ts";
import { initialState } from "../support/app/state.ts";

const textOf = ({ spans }: Line) =>
  spans
    .map(({ text }) => text)
    .join("")
    .trimEnd();
const rows = ["hold", "retry", "drop", "show", "change"].map((name) => line(span(v`${name} the forwards`)));
const small = initialState({ columns: 40, rows: 10 }, 0);

describe("a list in a small window", () => {
  const head = Array.from({ length: 6 }, (_, index) => line(span(v`head ${index}`)));

  it("keeps rows below the lines above it, and shows the selected one", () => {
    for (const selected of rows.keys()) {
      const { lines } = listBox(small, { title: v`List`, head, rows, view: { selected, top: 0 } });
      const shown = lines.map(textOf);
      expect(shown.filter((text) => !text.startsWith("head"))).toHaveLength(3);
      expect(shown.find((text) => text.startsWith("❯"))).toContain(textOf(rows[selected] ?? blank));
    }
  });

  it("says below it what the selected row has no room for", () => {
    const why = v`the target does not answer, and forwards are held`;
    const wide = [...rows, line(span(v`drop the forwards · ${why}`))];
    const drawn = (selected: number) =>
      listBox(small, { title: v`List`, rows: wide, view: { selected, top: 0 }, note: why }).lines.map(textOf);
    expect(drawn(0).join(" ")).not.toContain("held");
    expect(drawn(5).slice(-2)).toEqual(["the target does not answer, and", "forwards are held"]);
    expect(drawn(5)).toContain("❯ drop the forwards · the target do…");
  });
});

it("a note that is higher than the place of the list moves the box up", () => {
  const state = initialState({ columns: 49, rows: 15 }, 0);
  const row = line(span(v`${"wide ".repeat(20)}`));
  const box = listBox(state, {
    title: v`Changes`,
    head: [line(span(v`Above`))],
    rows: [row, row],
    view: { selected: 0, top: 0 },
    note: v`${"why it cannot be compared ".repeat(40)}`,
  });
  expect(box.lines).toHaveLength(12);
  expect(box.top + box.lines.length + 2).toBeLessThanOrEqual(15);
  expect(
    box.lines
      .at(-1)
      ?.spans.map(({ text }) => text)
      .join(""),
  ).toMatch(/…/);
});

it("choices without room are one below the other", () => {
  const stacked = stackedRows(v`Format`, true, options(["NDJSON", false], ["HAR", true]));
  expect(stacked.map(textOf)).toEqual(["❯ Format    ( ) NDJSON", "            (•) HAR"]);
});
