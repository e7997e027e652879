import { span } from "../../text/line.ts";
import { toneStyles } from "../../text/tone-styles.ts";
import { v, visible } from "../../text/visible.ts";
import { wrapWords } from "../../text/wrap.ts";
import { outerRows } from "../layout.ts";
import type { Floating } from "../records/screen.ts";
import type { Toast } from "../state/messages.ts";
import type { AppState } from "../state/slice.ts";
import { windowSlice } from "../state/window.ts";
import { box, contentColumns, contentRows } from "./box.ts";
import { shorten } from "./shortened.ts";

const boxColumns = 110;
/** Maximum rows of the text. */
const maxRows = 12;

/** Draws a long toast in a box above the status line, and over it in a low terminal. */
export function toastBox(state: AppState, { tone, text }: Toast): Floating {
  const { glyph, word } = toneStyles[tone];
  const width = contentColumns(state, boxColumns);
  const rows = wrapWords(span(visible(text), tone), width);
  const floating = box(state, {
    title: v`${glyph} ${word.charAt(0).toUpperCase()}${word.slice(1)}`,
    lines: shorten(rows, Math.min(maxRows, contentRows(state))),
    width: boxColumns,
    cursor: null,
    position: v`any key closes`,
  });
  const above = windowSlice.get(state).size.rows - outerRows.below - floating.lines.length - 2;
  return { ...floating, top: Math.max(0, above) };
}
