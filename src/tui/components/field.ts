import { truncate, fit } from "../../text/truncate.ts";
import type { Visible } from "../../text/visible.ts";
import { visible } from "../../text/visible.ts";
import { displayWidth } from "../../text/width.ts";
import type { TextField } from "../text-field.ts";

/**
 * Draws a text field in `width` columns, scrolled to its caret.
 * @returns the text and the column of the caret, from 0
 */
export function drawField(field: TextField, width: number, masked = false): { text: Visible; caret: number } {
  const show = (part: string) => visible(masked ? "•".repeat(Array.from(part).length) : part);
  const before = show(field.value.slice(0, field.caret));
  const after = show(field.value.slice(field.caret));
  const beforeWidth = displayWidth(before);
  // One column stays free for the caret after the last character.
  if (beforeWidth < width) return { text: fit(visible(before + after), width), caret: beforeWidth };
  const shown = truncate(before, width - 1, { where: "start" });
  return { text: fit(visible(shown + after), width), caret: displayWidth(shown) };
}
