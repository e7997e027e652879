import { describe, expect, it } from "vitest";
import { drawLine } from "../../../src/cli/output/output.ts";
import { type Column, tableLines } from "../../../src/cli/output/table.ts";
import { createStyle } from "../../../src/terminal/style.ts";
import { lineWidth, span } from "../../../src/text/line.ts";
import { v, visible } from "../../../src/text/visible.ts";

interface Row {
  readonly id: string;
  readonly name: string;
  readonly size: number;
}

const columns: readonly Column<Row>[] = [
  { title: v`ID`, cell: ({ id }) => span(visible(id)) },
  { title: v`NAME`, cell: ({ name }) => span(visible(name), "error"), cut: true },
  { title: v`SIZE`, cell: ({ size }) => span(v`${size}`), align: "right" },
];

function plain(rows: readonly Row[], width: number | null = null): readonly string[] {
  return tableLines(columns, rows, width).map((line) => drawLine(line, createStyle({ color: false })));
}

const corpus: Row = { id: "a1", name: "corpus", size: 7 };

describe("a table", () => {
  it("aligns by display width, not by the number of characters", () => {
    expect(plain([corpus, { id: "b", name: "日本語の", size: 1024 }])).toEqual([
      "ID  NAME      SIZE",
      "a1  corpus       7",
      "b   日本語の  1024",
    ]);
  });

  it("never writes a control character of a cell", () => {
    const [, row] = plain([{ ...corpus, name: "\u001b[2Jx\r\n\u202e" }]);
    expect(row).toContain("␛[2Jx␍␊⟨202E⟩");
  });

  it("cuts what may be cut until the line fits", () => {
    const lines = plain([{ ...corpus, name: "a-name-that-is-far-too-long-for-this" }], 24);
    expect(lines).toEqual(["ID  NAME            SIZE", "a1  a-name-that-i…     7"]);
  });

  it.each([1, 5, 17, 40])("is never wider than %i columns", (width) => {
    const rows = [corpus, { id: "日本語", name: "日本語日本語日本語日本語日本語", size: 123_456 }];
    for (const line of tableLines(columns, rows, width)) expect(lineWidth(line)).toBeLessThanOrEqual(width);
  });

  it("colors cells by their meaning, and only where colors are wanted", () => {
    const [, row] = tableLines(columns, [corpus], null);
    expect(row && drawLine(row, createStyle({ color: true }))).toBe("a1  \u001b[31mcorpus\u001b[39m     7");
    expect(row && drawLine(row, createStyle({ color: false }))).toBe("a1  corpus     7");
  });
});
