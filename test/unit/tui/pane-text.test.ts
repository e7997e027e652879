import { expect, it } from "vitest";
import { type Line, line, span } from "../../../src/text/line.ts";
import { v } from "../../../src/text/visible.ts";
import { paneText } from "../../../src/tui/pane-text.ts";
import { after, initialState } from "../../support/app/state.ts";

const text = (title: string, more: string): readonly Line[] => [
  line(span(v`${title}`)),
  ...Array.from({ length: 20 }, () => line(span(v`${more}`))),
];

it("keeps the position in a text that changes, and begins another text at its top", () => {
  const first = initialState({ columns: 80, rows: 24 }, 0);
  const at = (state: typeof first, lines: readonly Line[]) => paneText(state, "webhooks", "detail", lines, 8);
  const scrolled = after(first, at(first, text("one", "a")).select(5));
  expect(at(scrolled, text("one", "b")).selected).toBe(5);
  expect(at(scrolled, text("two", "a")).selected).toBe(0);
  expect(paneText(scrolled, "jobs", "detail", text("one", "a"), 8).selected).toBe(0);
});
