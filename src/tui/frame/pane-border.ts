import type { Line, Span } from "../../text/line.ts";
import { cutLine, line, lineWidth, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import type { PlacedPane } from "../layout.ts";
import type { PaneContent } from "../records/screen.ts";

/** Texts in the border of a pane, each with its distance from the left side. */
export interface PaneBorder {
  readonly title: Line;
  /** Position and foot in the bottom border, or in the top border of a pane without a bottom one. */
  readonly foot: Line | null;
  /** Columns left of the foot. */
  readonly footLeft: number;
}

/** Free columns of a border beside its texts; without corners, only the ends. */
const freeColumns = { whole: 4, compact: 2 };

/** Columns of a cut name, so that the position fits beside it; tabs and results are never cut. */
const minNameColumns = 12;

/** Fits title, position and foot into the border of a pane. */
export function paneBorder(
  {
    title,
    position,
    foot,
    rect,
    isFocused,
  }: Pick<PaneContent, "title" | "position" | "foot"> &
    Pick<PlacedPane, "rect"> & { readonly isFocused: boolean },
  isCompact: boolean,
): PaneBorder {
  const room = Math.max(1, rect.columns - freeColumns[isCompact ? "compact" : "whole"]);
  const known = position === undefined || position === "" ? [] : [span(position, "muted")];
  const named = padded(
    title.map((one) => (isFocused && one.tone === "plain" ? { ...one, tone: "strong" } : one)),
  );
  if (isCompact) {
    const place = padded(known);
    const left = room - lineWidth(place);
    const needed = title.length === 1 ? minNameColumns : lineWidth(named);
    const fits = known.length > 0 && Math.min(lineWidth(named), needed) <= left;
    const footLeft = rect.columns - lineWidth(place) - 1;
    return { title: cutLine(named, fits ? left : room), foot: fits ? place : null, footLeft };
  }
  const texts = [
    ...known,
    ...(known.length > 0 && foot !== undefined && foot.length > 0 ? [span(v` · `, "muted")] : []),
    ...(foot ?? []),
  ];
  return {
    title: cutLine(named, room),
    foot: texts.length === 0 ? null : cutLine(padded(texts), room),
    footLeft: 1,
  };
}

function padded(spans: readonly Span[]): Line {
  return line(span(v` `), ...spans, span(v` `));
}
