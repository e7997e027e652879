import { Transform } from "ink";
import { createContext, useContext, useState } from "react";
import { link } from "../../terminal/links.ts";
import { cutLine, joinMarks, joinSpans, type Line, sameStyle, type Span } from "../../text/line.ts";
import { inkStyle, styledText } from "../ink-style.ts";
import { defaultTheme, type Theme } from "../theme.ts";

export const ThemeContext = createContext<Theme>(defaultTheme);

/** A line as it was drawn, with what it depends on. */
interface DrawnLine {
  readonly line: Line;
  readonly columns: number;
  readonly theme: Theme;
  readonly plain: string;
  readonly styled: string;
}

/**
 * Draws each line as one row, cut at `columns`. No other component draws text, so that only `Visible` text reaches the
 * terminal. Ink reads the nodes and the escape sequences of a text several times per frame: it gets all lines as one
 * plain text, and their styles when it has placed them.
 */
export function Rows({ lines, columns }: { readonly lines: readonly Line[]; readonly columns: number }) {
  const theme = useContext(ThemeContext);
  const [drawLines] = useState(createDrawing);
  const drawn = drawLines(lines, columns, theme);
  const plain = drawn.map((one) => one.plain).join("\n");
  // Ink gives a text without characters no height.
  return (
    <Transform transform={(_, index) => drawn[index]?.styled ?? ""}>{plain === "" ? " " : plain}</Transform>
  );
}

/** Returns a function that draws lines, and keeps those that are equal in the next frame. */
function createDrawing() {
  let last: readonly DrawnLine[] = [];
  return (lines: readonly Line[], columns: number, theme: Theme): readonly DrawnLine[] => {
    last = lines.map((line, index) => {
      const known = last[index];
      const isKept = known?.columns === columns && known.theme === theme && isSameLine(known.line, line);
      return isKept ? known : drawLine(line, columns, theme);
    });
    return last;
  };
}

function drawLine(line: Line, columns: number, theme: Theme): DrawnLine {
  const spans = joinMarks(joinSpans(cutLine(line, columns)));
  return {
    line,
    columns,
    theme,
    plain: spans.map(({ text }) => text).join(""),
    styled: spans.map((one) => drawSpan(one, theme)).join(""),
  };
}

function drawSpan(
  { text, tone, selected = false, dimmed = false, hit, href, style }: Span,
  theme: Theme,
): string {
  const shown = href === undefined ? text : link(href, text);
  if (tone === "plain" && style === undefined && !selected && !dimmed && hit === undefined) return shown;
  return styledText(shown, {
    ...theme[tone],
    ...(style === undefined ? {} : inkStyle(style, theme.programColors)),
    ...(selected ? theme.selection : {}),
    ...(dimmed ? theme.stale : {}),
    ...(hit === undefined ? {} : { underline: true }),
    // The current hit stands out from a selected row, too.
    ...(hit === "current" ? { inverse: !selected } : {}),
  });
}

/** Returns true for lines that look alike, as most lines of consecutive frames do. */
function isSameLine(one: Line, other: Line): boolean {
  return (
    one === other ||
    (one.spans.length === other.spans.length &&
      one.spans.every((span, index) => {
        const same = other.spans[index];
        return (
          span === same ||
          (span.text === same?.text &&
            span.tone === same.tone &&
            span.selected === same.selected &&
            span.dimmed === same.dimmed &&
            span.href === same.href &&
            span.hit === same.hit &&
            sameStyle(span.style, same.style))
        );
      }))
  );
}
