import xterm from "@xterm/headless";
import { describe, expect, it } from "vitest";
import { withAnchoredColumns } from "../../../src/terminal/anchored-columns.ts";
import { fit } from "../../../src/text/truncate.ts";
import { visible } from "../../../src/text/visible.ts";
import { seededRandom } from "../../support/random.ts";

const columns = 40;

/** Writes to a terminal that knows Unicode 6, in which emoji have one column and nothing is joined. */
async function drawn(...outputs: readonly string[]): Promise<(row: number, column: number) => string> {
  const terminal = new xterm.Terminal({ cols: columns, rows: 12, allowProposedApi: true });
  expect(terminal.unicode.activeVersion).toBe("6");
  for (const output of outputs) {
    await new Promise<void>((resolve) => terminal.write(output, resolve));
  }
  return (row, column) => terminal.buffer.active.getLine(row)?.getCell(column)?.getChars() ?? "";
}

/** A row between borders, as a pane draws it. */
function bordered(text: string): string {
  return `│${fit(visible(text), columns - 2)}│`;
}

describe("columns after graphemes of uncertain width", () => {
  it.each(["⚠️ careful", "नमस्ते world", "ok 👍🏿 ok", "🧑‍💻 codes", "🫨 new", "🇩🇪🇫🇷", "e\u0301\u0302", "각", "ก็"])(
    "stand where they were laid out: %s",
    async (text) => {
      const cell = await drawn(`\u001b[?7l\u001b[G${withAnchoredColumns(`\r${bordered(text)}`)}`);
      expect([cell(0, 0), cell(0, columns - 1)]).toEqual(["│", "│"]);
    },
  );

  it("stay straight for any mixture, also when rows are drawn over others", async () => {
    const random = seededRandom(7);
    const pieces = [
      ..."aé日한漢ß│✓❯",
      "⚠️",
      "⚠",
      "👍🏿",
      "🧑‍💻",
      "🫨",
      "👨‍👩‍👧‍👦",
      "🇩🇪",
      "1️⃣",
      "न",
      "म",
      "स्ते",
      "क्षि",
      "ก็",
      "e\u0301",
      "각",
      "ﷺ",
      "☰",
      "\ue0b0",
      "𓀀",
      "𝒳",
      "🀄",
      "‍",
    ];
    for (let round = 0; round < 60; round += 1) {
      const rows = Array.from({ length: 8 }, () =>
        bordered(Array.from({ length: random.below(30) }, () => random.pick(pieces)).join("")),
      );
      const below = rows.map(() => bordered("x".repeat(columns)));
      const write = (all: readonly string[]) => `\u001b[H${withAnchoredColumns(`\r${all.join("\n\r")}`)}`;
      const cell = await drawn("\u001b[?7l", write(below), write(rows));
      for (const [row, text] of rows.entries()) {
        expect([cell(row, 0), cell(row, columns - 1)], JSON.stringify(text)).toEqual(["│", "│"]);
      }
    }
  });
});

describe("output without uncertain graphemes", () => {
  it.each(["plain", "│ ✓ 日本語 한국어 é │", "\u001b[31mred\u001b[39m\n", ""])(
    "is not changed: %j",
    (output) => {
      expect(withAnchoredColumns(output)).toBe(output);
    },
  );

  it("is not touched in control strings, nor before its column is known", () => {
    for (const output of ["\u001b]9;👍🏿 done\u0007", "\u001b]0;🧑‍💻\u001b\\", "🫨 first"]) {
      expect(withAnchoredColumns(output)).toBe(output);
    }
  });
});

it("follows the positions in the output", () => {
  expect(withAnchoredColumns("\u001b[5G🫨x")).toBe("\u001b[5G🫨\u001b[7Gx");
  expect(withAnchoredColumns("a\n\u001b[1m⚠️b🫨")).toBe("a\n\u001b[1m⚠️\u001b[3Gb🫨\u001b[6G");
  expect(withAnchoredColumns("\u001b[2;4H🫨")).toBe("\u001b[2;4H🫨\u001b[6G");
  expect(withAnchoredColumns("\n\u001b[2C🫨\u001b[E🫨")).toBe("\n\u001b[2C🫨\u001b[E🫨\u001b[3G");
});
