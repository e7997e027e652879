import { Box } from "ink";
import { Fragment, useContext } from "react";
import type { Pane } from "../screen.ts";
import { Rows } from "./rows.tsx";
import { ThemeContext } from "./text.tsx";

/** Draws panes side by side, with a rule between them. */
export function Panes({ panes, rows }: { readonly panes: readonly Pane[]; readonly rows: number }) {
  return (
    <Box height={rows} flexShrink={0}>
      {panes.map(({ lines, columns }, index) => (
        <Fragment key={index}>
          {index === 0 ? null : <Rule rows={rows} />}
          <Rows lines={lines.slice(0, rows)} columns={columns} />
        </Fragment>
      ))}
    </Box>
  );
}

function Rule({ rows }: { readonly rows: number }) {
  const { color, dimColor } = useContext(ThemeContext).muted;
  return (
    <Box
      marginX={1}
      width={1}
      height={rows}
      flexShrink={0}
      borderStyle="single"
      borderTop={false}
      borderBottom={false}
      borderRight={false}
      borderColor={color}
      borderDimColor={dimColor}
    />
  );
}
