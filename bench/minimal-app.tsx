// Limit of the first frame: the smallest full-screen Ink app, bundled like hooklens.
import process from "node:process";
import { Box, render, Text } from "ink";

process.stdin.setRawMode(true);
process.stdin.on("data", () => process.exit(0));
render(
  <Box width={process.stdout.columns} height={process.stdout.rows}>
    <Text> hooklens </Text>
  </Box>,
  {
    alternateScreen: true,
    incrementalRendering: true,
    maxFps: 1_000,
    interactive: true,
    patchConsole: false,
  },
);
