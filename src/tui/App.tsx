import { Box, useApp, useCursor } from "ink";
import { useEffect, useSyncExternalStore } from "react";
import { type Frame, frameOf } from "./app-frame.ts";
import type { App } from "./commands/command.ts";
import { DialogBox } from "./components/dialog-box.tsx";
import { Pane } from "./components/panes.tsx";
import { Rows } from "./components/rows.tsx";
import { isCompact } from "./layout.ts";

export function AppView({
  app,
  onSuspender,
}: {
  readonly app: Pick<App, "store" | "registry">;
  /** Receives the function that suspends the app while `work` uses the terminal. */
  readonly onSuspender?: (suspend: (work: () => Promise<void>) => Promise<void>) => void;
}) {
  const state = useSyncExternalStore(app.store.subscribe, app.store.get);
  const frame = frameOf(state, app.registry);
  const { setCursorPosition } = useCursor();
  setCursorPosition(frame.cursor ?? undefined);
  const { suspendTerminal } = useApp();
  useEffect(() => onSuspender?.((work) => suspendTerminal(work)), [onSuspender, suspendTerminal]);
  return <FrameView frame={frame} />;
}

/** Draws a frame: its lines, its panes and its dialogs. */
export function FrameView({ frame }: { readonly frame: Frame }) {
  const { size, above, panes, below, dialogs } = frame;
  return (
    <Box width={size.columns} height={size.rows} flexDirection="column" justifyContent="space-between">
      <Rows lines={above} columns={size.columns} />
      {panes.map((pane) => (
        <Pane key={pane.id} pane={pane} isCompact={isCompact(size)} />
      ))}
      <Rows lines={below} columns={size.columns} />
      {dialogs.map((dialog, index) => (
        <DialogBox key={index} {...dialog} />
      ))}
    </Box>
  );
}
