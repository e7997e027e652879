import { Box } from "ink";
import { useContext } from "react";
import type { Line } from "../../text/line.ts";
import { line, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import type { Floating } from "../records/screen.ts";
import { Rows, ThemeContext } from "./text.tsx";

const padding = span(v` `);

/** Draws a dialog over the screen, with its keys and its position in the bottom border. */
export function DialogBox({ title, lines, columns, left, top, keys, position }: Floating) {
  const { color, dimColor } = useContext(ThemeContext).accent;
  const padded = lines.map(({ spans }): Line => ({ spans: [padding, ...spans, padding] }));
  return (
    <Box
      position="absolute"
      left={left}
      top={top}
      width={columns + 4}
      height={lines.length + 2}
      borderStyle="single"
      borderColor={color}
      borderDimColor={dimColor}
    >
      <Rows lines={padded} columns={columns + 2} />
      <Box position="absolute" left={0} top={-1}>
        <Rows lines={[line(padding, span(title, "strong"), padding)]} columns={columns + 2} />
      </Box>
      {keys === undefined || keys.spans.length === 0 ? null : (
        <Box position="absolute" left={0} top={lines.length}>
          <Rows lines={[keys]} columns={columns + 2} />
        </Box>
      )}
      {position === undefined || position === "" ? null : (
        <Box position="absolute" right={0} top={lines.length}>
          <Rows lines={[line(padding, span(position, "muted"), padding)]} columns={columns + 2} />
        </Box>
      )}
    </Box>
  );
}
