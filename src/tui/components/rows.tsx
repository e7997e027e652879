import { Box } from "ink";
import type { Line } from "../../text/line.ts";
import { Row } from "./text.tsx";

/** Draws lines, each exactly one row high. */
export function Rows({ lines }: { readonly lines: readonly Line[] }) {
  return (
    <Box flexDirection="column" flexShrink={0}>
      {lines.map((line, index) => (
        <Row key={index} line={line} />
      ))}
    </Box>
  );
}
