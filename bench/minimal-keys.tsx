// Limit of a key press: the smallest full-screen Ink app with rows, a mark that `j` and `k` move, and a line of typed text.
import process from "node:process";
import { Box, render, Text } from "ink";
import { memo, useEffect, useState } from "react";

const { columns, rows } = process.stdout;
const listRows = rows - 1;

const Row = memo(function Row({ text, selected }: { readonly text: string; readonly selected: boolean }) {
  return (
    <Text wrap="truncate" inverse={selected}>
      {`${selected ? "❯" : " "} ${text}`}
    </Text>
  );
});

function App() {
  const [selected, setSelected] = useState(0);
  const [typed, setTyped] = useState("");
  useEffect(() => {
    process.stdin.on("data", (data) => {
      const key = data.toString();
      if (key === "\u0003") process.exit(0);
      else if (key === "j") setSelected((now) => Math.min(now + 1, listRows - 1));
      else if (key === "k") setSelected((now) => Math.max(now - 1, 0));
      else if (key === "\u007f") setTyped((now) => now.slice(0, -1));
      else setTyped((now) => now + key);
    });
  }, []);
  return (
    <Box flexDirection="column" width={columns} height={rows}>
      {Array.from({ length: listRows }, (_, index) => (
        <Row key={index} text={`row ${index} `.padEnd(columns - 2, "x")} selected={index === selected} />
      ))}
      <Text wrap="truncate">{`typed ${typed}`}</Text>
    </Box>
  );
}

process.stdin.setRawMode(true);
render(<App />, {
  alternateScreen: true,
  incrementalRendering: true,
  maxFps: 1_000,
  interactive: true,
  patchConsole: false,
});
