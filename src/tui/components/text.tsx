import { Text as InkText } from "ink";
import { createContext, memo, useContext } from "react";
import { link } from "../../terminal/links.ts";
import { joinSpans, type Line, sameStyle } from "../../text/line.ts";
import { inkStyle } from "../ink-style.ts";
import { defaultTheme, type Theme } from "../theme.ts";

export const ThemeContext = createContext<Theme>(defaultTheme);

/**
 * Draws a row of the screen. No other component draws text, so that only `Visible` text reaches the terminal.
 * One Ink text per row takes half the time of a box per cell.
 */
export const Row = memo(function Row({ line }: { readonly line: Line }) {
  const theme = useContext(ThemeContext);
  const spans = joinSpans(line);
  // Ink gives a text without characters no height.
  if (spans.every(({ text }) => text === "")) return <InkText> </InkText>;
  return (
    <InkText wrap="truncate">
      {spans.map(({ text, tone, selected = false, dimmed = false, hit, href, style }, index) => {
        const shown = href === undefined ? text : link(href, text);
        if (tone === "plain" && style === undefined && !selected && !dimmed && hit === undefined) {
          return shown;
        }
        return (
          <InkText
            key={index}
            {...theme[tone]}
            {...(style === undefined ? {} : inkStyle(style, theme.programColors))}
            {...(selected ? theme.selection : {})}
            {...(dimmed ? theme.stale : {})}
            {...(hit === undefined ? {} : { underline: true })}
            // The current hit stands out from a selected row, too.
            {...(hit === "current" ? { inverse: !selected } : {})}
          >
            {shown}
          </InkText>
        );
      })}
    </InkText>
  );
}, sameRow);

/** Returns true for equal rows, as most rows of consecutive frames are. */
function sameRow({ line: one }: { readonly line: Line }, { line: other }: { readonly line: Line }): boolean {
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
