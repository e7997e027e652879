import { basename } from "node:path";
import type { PolicyPage } from "../../../policy-service/policy-page.ts";
import { type Line, cutLine, line, span } from "../../../text/line.ts";
import { truncate } from "../../../text/truncate.ts";
import { visibleLines } from "../../../text/visible-lines.ts";
import { v, visible } from "../../../text/visible.ts";
import { sectionRule } from "../lines/section-rule.ts";

/** Lines of a mapping: its axis, label, weight and enforcement. */
const shownLines = 4;

/** Lines of the last pages, as they are in the file: only the shown ones are made safe to draw. */
const known = new WeakMap<PolicyPage, readonly string[]>();

/** Draws the lines of the file from a line on, below their place; empty without a text. */
export function sourceExcerpt(page: PolicyPage, first: number, width: number): readonly Line[] {
  const lines = linesOf(page)
    .slice(first - 1, first - 1 + shownLines)
    .flatMap(visibleLines);
  if (lines.length === 0) return [];
  const digits = String(first + shownLines).length;
  const name = truncate(visible(basename(page.path)), Math.max(8, width - 30), { where: "middle" });
  return [
    sectionRule(v`source · ${name}:${first}`, width),
    ...lines.map((text, index) =>
      cutLine(line(span(v` ${String(first + index).padStart(digits)} │ `, "muted"), span(text)), width),
    ),
  ];
}

function linesOf(page: PolicyPage): readonly string[] {
  const last = known.get(page);
  if (last !== undefined) return last;
  const lines = page.source.split(/\r?\n/);
  // A final line end adds no line.
  if (lines.at(-1) === "") lines.pop();
  known.set(page, lines);
  return lines;
}
