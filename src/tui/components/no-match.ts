import { blank, span, type Line } from "../../text/line.ts";
import { type Visible, v } from "../../text/visible.ts";
import { keySpan } from "../frame/key-label.ts";
import type { Registry } from "../records/registry.ts";
import { paragraph } from "./paragraph.ts";

/**
 * Draws the text of a list whose filter has no match, with the key that clears the filter.
 * @param rows what the list contains, for example `deliveries`
 * @param clear ID of the command that clears the filter
 * @param problem error of the filter; null for a valid one
 */
export function noMatch(
  rows: string,
  clear: string,
  width: number,
  registry: Registry,
  problem: Visible | null = null,
): readonly Line[] {
  const text = [
    problem === null ? span(v`No ${rows} match the filter.`, "muted") : span(v`${problem}.`, "error"),
    span(v` Press `, "muted"),
    keySpan(registry, clear),
    span(v` to clear it.`, "muted"),
  ];
  return [blank, ...paragraph(text, width)];
}
