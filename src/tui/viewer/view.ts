import { pathOf } from "../../text/json-document.ts";
import { fitLine, type Line, line, selectedLine, type Span, span } from "../../text/line.ts";
import { count } from "../../text/numbers.ts";
import { type Visible, v, visible } from "../../text/visible.ts";
import { drawField } from "../text-field.ts";
import type { ViewerContent } from "./content.ts";
import { firstHitFrom, type Hits, hitsOf } from "./hits.ts";
import { hasSearchRow, layoutOf, type ViewerLayout, type ViewerSize } from "./layout.ts";
import { settled } from "./moves.ts";
import { columnSlice, hanging, markedSpans, rowSlice, spaces } from "./rows.ts";
import type { Place, ViewerState } from "./state.ts";

/** Drawn part of a content. */
export interface DrawnViewer {
  readonly lines: readonly Line[];
  /** Column of the terminal's cursor in the first line, while a search is typed; otherwise null. */
  readonly caret: number | null;
  /** Visible lines, or the line of the cursor: `1-16 of 54`, `line 12 of 214`; empty for an empty content. */
  readonly position: Visible;
  /** Path of the value at the cursor; null at the root and in a text. */
  readonly path: Visible | null;
}

/** Draws the visible rows of a content, below the searched text if there is one. */
export function drawViewer(
  before: ViewerState,
  content: ViewerContent,
  size: ViewerSize,
  isFocused: boolean,
): DrawnViewer {
  const state = settled(before, content, size);
  const layout = layoutOf(state, content, size);
  const hits = hitsOf(content, state.query.value);
  const search = hasSearchRow(state) ? searchRow(state, hits, size.columns) : null;
  const places = content.count === 0 ? [] : visiblePlaces(layout, state.top);
  const rows = places.map((place) => drawRow(state, layout, hits, place, isFocused));
  return {
    lines: [...(search === null ? [] : [search.line]), ...rows],
    caret: isFocused ? (search?.caret ?? null) : null,
    position: positionOf(state, content, places),
    path: pathAt(state, content),
  };
}

function pathAt({ cursor }: ViewerState, { json }: ViewerContent): Visible | null {
  const path = json === null ? "." : pathOf(json, cursor);
  return path === "." ? null : visible(path);
}

function visiblePlaces(layout: ViewerLayout, top: Place): readonly Place[] {
  const places: Place[] = [];
  for (
    let at: number | null = top.line;
    at !== null && places.length < layout.rows;
    at = layout.lineAfter(at)
  ) {
    const { length } = layout.startsOf(at);
    for (let row = at === top.line ? top.row : 0; row < length && places.length < layout.rows; row++) {
      places.push({ line: at, row });
    }
  }
  return places;
}

function drawRow(
  state: ViewerState,
  layout: ViewerLayout,
  hits: Hits,
  { line: at, row }: Place,
  isFocused: boolean,
): Line {
  const { content, columns } = layout;
  const { spans, text, lead, indent, isProse } = layout.lineAt(at);
  const slice = state.wrap
    ? rowSlice(text, layout.startsOf(at), row, isProse)
    : columnSlice(text, state.left, columns);
  const shown = markedSpans(spans, text, slice, rangesOf(state, hits, at, lead, slice));
  const before = row > 0 ? hanging(columns, indent) : slice.gap;
  const whole = line(...(before > 0 ? [spaces(before)] : []), ...shown);
  const drawn = slice.isCut ? fitLine(line(...whole.spans, span(v`…`, "muted")), columns) : whole;
  if (!content.hasCursor) return drawn;
  if (at !== state.cursor || !isFocused) return line(spaces(1), ...drawn.spans);
  return selectedLine(fitLine(line(span(row === 0 ? v`❯` : v` `), ...drawn.spans), columns + 1));
}

/** Returns the visible hits of a line in a slice of its text. */
function rangesOf(
  { hit, cursor }: ViewerState,
  { lines, offsets, length }: Hits,
  at: number,
  lead: number,
  { from, to }: { readonly from: number; readonly to: number },
) {
  const ranges = [];
  const hits: Hits = { lines, offsets, length };
  for (let index = firstHitFrom(hits, at, from - lead - length); lines[index] === at; index++) {
    const offset = offsets[index] ?? 0;
    const start = lead + offset;
    if (start >= to) break;
    ranges.push({ from: start, to: start + length, isCurrent: at === cursor && offset === hit });
  }
  return ranges;
}

function searchRow(state: ViewerState, hits: Hits, width: number): { line: Line; caret: number | null } {
  const { query, origin } = state;
  const isTyped = origin !== null;
  const label = v` search  `;
  const found = foundText(state, hits);
  const room = Math.max(4, width - label.length - found.length - 3);
  const { text, caret } = drawField(query, room);
  const spans: readonly Span[] = [
    span(label, isTyped ? "accent" : "muted"),
    span(text),
    span(v`  ${found} `, hits.lines.length === 0 && query.value !== "" ? "warn" : "muted"),
  ];
  return {
    line: fitLine({ spans }, width),
    caret: isTyped ? Math.min(label.length + caret, width - 1) : null,
  };
}

function foundText({ cursor, hit, query }: ViewerState, hits: Hits): Visible {
  const total = hits.lines.length;
  if (query.value === "") return v``;
  if (total === 0) return v`no hits`;
  const hitWord = total === 1 ? "hit" : "hits";
  if (hit === null) return v`${count(total)} ${hitWord}`;
  return v`${count(firstHitFrom(hits, cursor, hit) + 1)} of ${count(total)} ${hitWord}`;
}

function positionOf(state: ViewerState, content: ViewerContent, places: readonly Place[]): Visible {
  const total = count(content.count);
  const side = state.left === 0 ? v`` : v` · column ${state.left + 1}`;
  const first = places[0]?.line ?? 0;
  const last = places.at(-1)?.line ?? 0;
  if (places.length === 0) return v``;
  if (content.hasCursor) return v`line ${count(state.cursor + 1)} of ${total}${side}`;
  return v`${count(first + 1)}-${count(last + 1)} of ${total}${side}`;
}
