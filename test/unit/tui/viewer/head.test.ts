import { expect, it } from "vitest";
import { blank, line, span } from "../../../../src/text/line.ts";
import { v } from "../../../../src/text/visible.ts";
import { fitHead } from "../../../../src/tui/viewer/head.ts";

const lines = [line(span(v`#1 POST /hook`)), line(span(v`does not match the schema`)), blank];
const shown = (columns: number, rows: number) =>
  fitHead(lines, { columns, rows }).map(({ spans }) => spans.map(({ text }) => text).join(""));

it("wraps the lines above a text, without blank ones, if the text keeps most of the pane", () => {
  expect(shown(20, 12)).toEqual(["#1 POST /hook", "does not match the", " schema"]);
  expect(shown(40, 12)).toEqual(["#1 POST /hook", "does not match the schema"]);
});

it("keeps the first lines in a low pane, and at least one", () => {
  expect(shown(20, 6)).toEqual(["#1 POST /hook", "does not match the schema"]);
  expect(shown(20, 2)).toEqual(["#1 POST /hook"]);
});
