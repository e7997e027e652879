import type { Line } from "../../text/line.ts";
import { clickable, fitLine, line, selectedLine, span } from "../../text/line.ts";
import { v, visible } from "../../text/visible.ts";
import type { OpenCompletion, Suggestion } from "../completion.ts";
import { highlighted } from "./highlighted.ts";

/** Maximum visible suggestions; more are reached by moving. */
const maxRows = 6;

/** Drawn suggestions. */
export interface SuggestionRows {
  readonly rows: readonly Line[];
  /** Number of suggestions that are not drawn. */
  readonly hidden: number;
  /** Index of the chosen row, otherwise of the first, which must be visible in a low terminal. */
  readonly lastRow: number;
}

/** Place of the suggestions: their columns, the columns before their text, and the free rows. */
export interface SuggestionPlace {
  readonly width: number;
  readonly indent: number;
  /** @default enough for all visible ones */
  readonly rows?: number;
}

/** Draws the suggestions around the chosen one; a click on one takes it. */
export function suggestionRows(
  { suggestions, chosen }: Pick<OpenCompletion, "suggestions" | "chosen">,
  { width, indent, rows: most = maxRows }: SuggestionPlace,
): SuggestionRows {
  const shown = Math.min(maxRows, most);
  const top = Math.max(0, (chosen ?? 0) - shown + 1);
  const rows = suggestions.slice(top, top + shown).map((suggestion, index) => {
    const isChosen = top + index === chosen;
    const row = fitLine(suggestionLine(suggestion, isChosen, indent), width);
    const { spans, ...drawn } = isChosen ? selectedLine(row) : row;
    const click = { command: "suggestions.pick", argument: `${top + index}` };
    return { ...drawn, spans: clickable(click, spans) };
  });
  return { rows, hidden: suggestions.length - rows.length, lastRow: (chosen ?? 0) - top };
}

/** Covers lines with rows, so that an opening list does not move the lines below. */
export function covered(lines: readonly Line[], first: number, rows: readonly Line[]): readonly Line[] {
  return [...lines.slice(0, first), ...rows, ...lines.slice(first + rows.length)];
}

function suggestionLine({ text, note, matched }: Suggestion, isChosen: boolean, indent: number): Line {
  return line(
    span(v`${" ".repeat(indent - 2)}${isChosen ? "❯ " : "  "}`),
    ...highlighted(text, matched, "accent"),
    ...(note === undefined ? [] : [span(v`  ${visible(note)}`, "muted")]),
  );
}
