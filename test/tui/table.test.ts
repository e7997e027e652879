import { describe, expect, it } from "vitest";
import type { NamedColumn } from "../../src/tables/column.ts";
import { type Span, lineWidth, span } from "../../src/text/line.ts";
import { v, visible } from "../../src/text/visible.ts";
import {
  type FittedTable,
  fitColumns,
  markSorted,
  tableHead,
  tableRow,
} from "../../src/tui/components/table.ts";
import { hostileText } from "../support/hostile-text.ts";
import { seededRandom } from "../support/random.ts";

/** Row whose cells are given by the name of their column. */
type Row = (name: string) => Span;

const columns: readonly NamedColumn<Row, unknown>[] = [
  { name: "id", title: v`id`, width: 4, drop: 1, cell: (row) => row("id") },
  { name: "name", title: v`name`, width: 6, grow: 3, cell: (row) => row("name") },
  { name: "note", title: v`note`, width: 5, grow: 1, drop: 2, cell: (row) => row("note") },
  { name: "size", title: v`size`, width: 4, align: "right", cell: (row) => row("size") },
];

/** Fits the columns into a width that no cell needs. */
const tableOf = (width: number): FittedTable<Row, unknown> => ({
  columns: fitColumns(columns, width),
  width,
  context: null,
  isLinear: false,
  key: "",
  order: null,
  sort: null,
});
const fitted = (width: number, widest?: readonly number[]) =>
  fitColumns(columns, width, widest).map(({ name, fitted }) => `${name} ${fitted}`);
const text = (line: { spans: readonly { text: string }[] }) => line.spans.map(({ text }) => text).join("");

describe("columns", () => {
  it("are dropped by priority, and never without one; the last growing one gets the rest", () => {
    expect(fitted(24)).toEqual(["id 4", "name 6", "note 5", "size 4"]);
    expect(fitted(32)).toEqual(["id 4", "name 6", "note 13", "size 4"]);
    expect(fitted(23)).toEqual(["id 4", "name 11", "size 4"]);
    expect(fitted(17)).toEqual(["name 10", "size 4"]);
    expect(fitted(5)).toEqual(["name 6", "size 4"]);
  });

  it("widen to their widest cells before one gets the rest", () => {
    expect(fitted(40, [0, 8, 9, 0])).toEqual(["id 4", "name 8", "note 19", "size 4"]);
  });

  it("widen by their shares while there is not room for all", () => {
    expect(fitted(32, [0, 60, 60, 0])).toEqual(["id 4", "name 12", "note 7", "size 4"]);
    expect(fitted(32, [0, 9, 60, 0])).toEqual(["id 4", "name 9", "note 10", "size 4"]);
  });

  it("do not widen to cells of a column that does not grow", () => {
    expect(fitted(24, [20, 0, 0, 20])).toEqual(fitted(24));
  });

  it("widen without a share only when all others have", () => {
    const id = columns.map((column) => (column.name === "id" ? { ...column, grow: 0 } : column));
    const widths = (width: number) => fitColumns(id, width, [24, 12, 8, 0]).map(({ fitted }) => fitted);
    expect(widths(33)).toEqual([4, 12, 8, 4]);
    expect(widths(40)).toEqual([11, 12, 8, 4]);
    expect(widths(60)).toEqual([24, 12, 15, 4]);
  });

  it("with two widths get the greater one only beside columns with the widths they want", () => {
    const note = columns.map((column) =>
      column.name === "name"
        ? { ...column, wanted: 9 }
        : column.name === "note"
          ? { ...column, wanted: 12, hasTwoWidths: true as const }
          : column,
    );
    const widths = (width: number) =>
      fitColumns(note, width, [0, 30, 12, 0], [0, 0, 4, 0]).map(({ fitted }) => fitted);
    expect(widths(32)).toEqual([4, 15, 4, 4]);
    expect(widths(33)).toEqual([4, 16, 4, 4]);
    expect(widths(34)).toEqual([4, 9, 12, 4]);
    expect(widths(70)).toEqual([4, 30, 27, 4]);
  });

  it("cut no cell while another has more than it needs", () => {
    const random = seededRandom(5);
    for (let round = 0; round < 2_000; round += 1) {
      const widest = columns.map(() => random.below(50));
      const wide = fitColumns(columns, 25 + random.below(120), widest);
      const growing = wide.filter(({ grow }) => grow !== undefined);
      const need = ({ name }: { readonly name: string }) =>
        widest[columns.findIndex((column) => column.name === name)] ?? 0;
      if (growing.every((column) => column.fitted >= need(column))) continue;
      for (const column of growing) {
        expect(column.fitted).toBeLessThanOrEqual(Math.max(column.width, need(column)));
      }
    }
  });

  it("align with their titles, numbers to the right", () => {
    const wide = tableOf(24);
    expect(text(tableHead(wide))).toBe("  id   name   note  size");
    const row = tableRow(wide, (name) => span(visible(name === "size" ? "7" : name)), false);
    expect(text(row)).toBe("  id   name   note     7");
    const selected = tableRow(wide, () => span(v`日本語です`, "ok"), true);
    expect(text(selected)).toBe("❯ 日 … 日本 … 日本… 日 …");
    expect(selected.spans.every((one) => one.selected)).toBe(true);
    expect(lineWidth(selected)).toBe(24);
  });

  it("mark the sorted one behind its title, with a gap to the next, and sort by a click", () => {
    const sortable = columns.map((column) => ({ ...column, order: () => 0 }));
    const head = (column: string, descending: boolean, width = 25) => {
      const sort = { column, descending };
      return tableHead({ ...tableOf(width), columns: fitColumns(markSorted(sortable, sort), width), sort });
    };
    expect(text(head("id", false))).toBe("  id▲  name   note   size");
    expect(text(head("name", true))).toBe("  id   name▼  note   size");
    expect(text(head("size", false))).toBe("  id   name   note  size▲");
    // A sorted column is shown even where another would have no room.
    expect(text(head("note", false, 18))).toBe("  name   note▲ size");
    expect(text(head("id", false, 18))).toBe("  id▲  name   size");
    expect(head("name", true).spans.map(({ click }) => click?.argument)).toEqual([
      undefined,
      "id",
      "name",
      "note",
      "size",
    ]);
    expect(tableHead(tableOf(24)).spans.every(({ click }) => click === undefined)).toBe(true);
  });

  it("form a row of exactly the given width, for any cells", () => {
    const random = seededRandom(2);
    for (let round = 0; round < 3_000; round += 1) {
      const width = 20 + random.below(100);
      const cell = () =>
        span(visible(hostileText(random, 30)), random.pick(["plain", "ok", "muted"] as const));
      const row = tableRow(tableOf(width), cell, random.next() < 0.5);
      expect(lineWidth(row)).toBe(width);
    }
  });
});
