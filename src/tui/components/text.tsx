import { Text as InkText } from "ink";
import { createContext, memo, useContext } from "react";
import { joinSpans, type Line } from "../../text/line.ts";
import { chooseTheme, type Theme } from "../theme.ts";

/** The theme everything is drawn in. */
export const ThemeContext = createContext<Theme>(chooseTheme({}, false));

/**
 * One row of the screen: the only component that draws text, so that nothing reaches the terminal that is not `Visible`.
 * A row is one Ink text: a box for each cell costs twice the time.
 */
export const Row = memo(function Row({ line }: { readonly line: Line }) {
  const theme = useContext(ThemeContext);
  return (
    <InkText wrap="truncate">
      {joinSpans(line).map(({ text, tone, selected = false, dimmed = false }, index) => {
        if (tone === "plain" && !selected && !dimmed) return text;
        return (
          <InkText key={index} {...theme[tone]} inverse={selected} {...(dimmed ? { dimColor: true } : {})}>
            {text}
          </InkText>
        );
      })}
    </InkText>
  );
}, sameRow);

/** Most rows of a frame say what they said in the last one. */
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
            span.dimmed === same.dimmed)
        );
      }))
  );
}
