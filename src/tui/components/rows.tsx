import { Box } from "ink";
import type { Line } from "../../text/line.ts";
import { Row } from "./text.tsx";

/** Draws each line as one row, cut at `columns`. */
export function Rows({ lines, columns }: { readonly lines: readonly Line[]; readonly columns: number }) {
  return (
    <Box flexDirection="column" flexShrink={0} width={columns}>
      {lines.map((line, index) => (
        <Row key={index} line={line} />
      ))}
    </Box>
  );
}
