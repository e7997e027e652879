import { Box } from "ink";
import { useContext } from "react";
import type { FramedPane } from "../app-frame.ts";
import { paneBorder } from "../frame/pane-border.ts";
import { Rows } from "./rows.tsx";
import { Row, ThemeContext } from "./text.tsx";

/**
 * Draws a pane with its border, which differs for the focused pane in weight and color. A compact pane has a
 * top border and, right of another one, a left border.
 */
export function Pane({ pane, isCompact }: { readonly pane: FramedPane; readonly isCompact: boolean }) {
  const { rect, inner, lines, isFocused, hasOthers } = pane;
  const theme = useContext(ThemeContext);
  const { color, dimColor } = isFocused ? theme.accent : theme.muted;
  const { title, foot, footLeft } = paneBorder(pane, isCompact);
  return (
    <Box
      position="absolute"
      left={rect.x}
      top={rect.y}
      width={rect.columns}
      height={rect.rows}
      borderStyle={isFocused && hasOthers ? "bold" : "round"}
      borderLeft={inner.x > rect.x}
      borderRight={!isCompact}
      borderBottom={!isCompact}
      borderColor={color}
      borderDimColor={dimColor}
    >
      <Rows lines={lines.slice(0, inner.rows)} columns={inner.columns} />
      <Box position="absolute" left={1} top={-1}>
        <Row line={title} />
      </Box>
      {foot === null ? null : (
        <Box position="absolute" left={footLeft} top={isCompact ? -1 : inner.rows}>
          <Row line={foot} />
        </Box>
      )}
    </Box>
  );
}
