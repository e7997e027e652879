import { Box, useApp, useCursor } from "ink";
import { useEffect, useSyncExternalStore } from "react";
import type { App } from "./app.ts";
import { Rows } from "./components/rows.tsx";
import { frameOf } from "./frame/frame.ts";
import { windowSlice } from "./state/window.ts";

export function AppView({
  app,
  onSuspender,
}: {
  readonly app: Pick<App, "store" | "registry">;
  /** Receives the function that suspends the app for other uses of the terminal. */
  readonly onSuspender?: (suspend: (work: () => Promise<void>) => Promise<void>) => void;
}) {
  const state = useSyncExternalStore(app.store.subscribe, app.store.get);
  const { lines, floating, cursor } = frameOf(state, app.registry);
  const { setCursorPosition } = useCursor();
  setCursorPosition(cursor ?? undefined);
  const { suspendTerminal } = useApp();
  useEffect(() => onSuspender?.((work) => suspendTerminal(work)), [onSuspender, suspendTerminal]);
  return (
    <Box
      width={windowSlice.get(state).size.columns}
      height={windowSlice.get(state).size.rows}
      flexDirection="column"
    >
      <Rows lines={lines} />
      {floating.map(({ lines: rows, left, top }, index) => (
        <Box key={index} position="absolute" left={left} top={top}>
          <Rows lines={rows} />
        </Box>
      ))}
    </Box>
  );
}
