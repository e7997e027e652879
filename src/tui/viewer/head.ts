import type { Line } from "../../text/line.ts";
import { lineWidth } from "../../text/line.ts";
import { wrapProse } from "../../text/wrap.ts";
import type { Size } from "../state/window.ts";

/** Maximum share of the head in a pane's rows, and the minimum rows of text below it. */
const maxShare = 0.4;
const minTextRows = 4;

/** Fits the lines above a text into a pane: wrapped if enough rows remain, otherwise only the first ones, cut. */
export function fitHead(lines: readonly Line[], { columns, rows }: Size): readonly Line[] {
  const filled = lines.filter((one) => lineWidth(one) > 0);
  const wrapped = filled.flatMap((one) => wrapProse(one, columns, 1));
  const room = Math.max(1, Math.min(rows - minTextRows, Math.floor(rows * maxShare)));
  return wrapped.length <= room ? wrapped : filled.slice(0, room);
}
