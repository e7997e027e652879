import { describe, expect, it } from "vitest";
import { line, lineWidth, span } from "../../src/text/line.ts";
import { v } from "../../src/text/visible.ts";
import { displayWidth } from "../../src/text/width.ts";
import { frameOf } from "../../src/tui/app-frame.ts";
import { box } from "../../src/tui/dialogs/box.ts";
import { shorten, shortenAll } from "../../src/tui/dialogs/shortened.ts";
import { drawField, drawLongField, editByKey, textField } from "../../src/tui/text-field.ts";
import { someMomentMs } from "../support/app/deliveries.ts";
import { drawnFrame } from "../support/app/drawn.tsx";
import { registry } from "../support/app/registry.ts";
import { initialState } from "../support/app/state.ts";
import { hostileText } from "../support/hostile-text.ts";
import { seededRandom } from "../support/random.ts";

const field = (drawn: string) => ({ ...textField(drawn.replace("|", "")), caret: drawn.indexOf("|") });

describe("a text field", () => {
  it.each([
    ["abc|", 8, "abc     ", 3],
    ["|abc", 8, "abc     ", 0],
    ["日本|語", 8, "日本語  ", 4],
    ["👩‍👩‍👧|x", 8, "👩‍👩‍👧x     ", 2],
    ["0123456789|", 8, "…456789 ", 7],
    ["|0123456789", 8, "0123456…", 0],
    ["0123456|789", 8, "0123456…", 7],
    ["01234567|89", 8, "…234567…", 7],
    ["a\u001bb|", 8, "a␛b     ", 3],
  ])("draws %j in %i columns as %j, with the caret in column %i", (drawn, width, text, caret) => {
    expect(drawField(field(drawn), width)).toEqual({ text, caret });
  });

  it("shows only the length of a secret", () => {
    expect(drawField(field("pass|word"), 10, true)).toEqual({ text: "••••••••  ", caret: 4 });
  });

  it("has the given width and contains the caret, for any text", () => {
    const random = seededRandom(4);
    for (let round = 0; round < 3_000; round += 1) {
      const width = 8 + random.below(60);
      let now = textField(hostileText(random, 60));
      for (let left = random.below(30); left > 0; left -= 1) now = editByKey(now, "left") ?? now;
      const { text, caret } = drawField(now, width, random.next() < 0.2);
      expect(displayWidth(text)).toBe(width);
      expect(caret >= 0 && caret < width).toBe(true);
    }
  });
});

describe("a long text field", () => {
  const text = "Who reads these logs, and who deletes them?";

  it("wraps between words, with the caret where it is in the text", () => {
    const { rows, caret } = drawLongField(textField(text), 16, 6);
    expect(rows).toEqual(["Who reads these", "logs, and who", "deletes them?"]);
    expect(caret).toEqual({ x: 13, y: 2 });
    expect(drawLongField({ ...textField(text), caret: 0 }, 16, 6).caret).toEqual({ x: 0, y: 0 });
    expect(drawLongField({ ...textField(text), caret: 16 }, 16, 6).caret).toEqual({ x: 0, y: 1 });
    expect(drawLongField(textField("end "), 16, 6)).toMatchObject({ rows: ["end"], caret: { x: 4, y: 0 } });
    expect(drawLongField(textField("a".repeat(20)), 16, 6).caret).toEqual({ x: 5, y: 1 });
  });

  it("shows the rows around the caret if there are more", () => {
    const end = drawLongField(textField(text), 16, 2);
    expect(end.rows).toEqual(["logs, and who", "deletes them?"]);
    expect(end.caret.y).toBe(1);
    expect(drawLongField({ ...textField(text), caret: 2 }, 16, 2).rows[0]).toBe("Who reads these");
  });
});

describe("a box", () => {
  const state = (columns: number, rows: number) => initialState({ columns, rows }, someMomentMs);
  const content = {
    title: v`Title`,
    lines: [line(span(v`one`)), line(span(v`two`))],
    width: 10,
    cursor: { x: 3, y: 1 },
  };

  it("is centered, with the cursor at its content's position", () => {
    const floating = box(state(40, 10), content);
    const { left, top, cursor } = floating;
    const drawn = drawnFrame({ ...frameOf(state(40, 10), registry), dialogs: [floating] });
    expect(drawn.slice(top, top + 4).map((row) => row.slice(left))).toEqual([
      "┌ Title ─────┐",
      "│ one        │",
      "│ two        │",
      "└────────────┘",
    ]);
    expect([left, top, cursor]).toEqual([13, 2, { x: 18, y: 4 }]);
  });

  it("shows the row of the cursor if not all rows fit, and is never wider than the terminal", () => {
    const many = Array.from({ length: 50 }, (_, index) => line(span(v`row ${index}`)));
    const tall = box(state(40, 10), { ...content, lines: many, width: 100, cursor: { x: 90, y: 49 } });
    expect(tall.lines).toHaveLength(7);
    expect(tall.columns).toBe(36);
    expect(tall.lines.every((one) => lineWidth(one) === 36)).toBe(true);
    const y = (tall.cursor?.y ?? 0) - tall.top - 1;
    expect(tall.lines[y]?.spans.map(({ text }) => text).join("")).toContain("row 49");
    expect(tall.cursor?.x).toBeLessThan(tall.left + 40);
  });

  it("drops empty rows before others if not all rows fit", () => {
    const rows = ["a", "", "b", "c", "", "d", "e", "f"].map((text) => line(span(v`${text}`)));
    const low = box(state(40, 10), { ...content, lines: rows, cursor: { x: 0, y: 5 } });
    expect(low.lines.map(({ spans }) => spans[0]?.text.trim())).toEqual(["a", "b", "c", "d", "e", "f"]);
    expect(low.cursor?.y).toBe(low.top + 1 + 3);
    expect(box(state(40, 20), { ...content, lines: rows }).lines).toHaveLength(8);
  });
});

it("shortens a long text in a dialog to its beginning and its end", () => {
  const rows = Array.from({ length: 20 }, (_, index) => line(span(v`${index}`)));
  const kept = shorten(rows).map(({ spans }) => spans[0]?.text);
  expect(kept).toEqual(["0", "1", "…", "17", "18", "19"]);
  expect(shorten(rows.slice(0, 6))).toHaveLength(6);
});

it("shortens several texts until they fit, the long ones first", () => {
  const rows = Array.from({ length: 20 }, (_, index) => line(span(v`${index}`)));
  const kept = shortenAll([rows, rows.slice(0, 3), rows], 9).map(({ spans }) => spans[0]?.text);
  expect(kept).toEqual(["0", "…", "19", "0", "1", "2", "0", "…", "19"]);
});
