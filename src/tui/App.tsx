import { Box, useApp, useCursor } from "ink";
import { memo, useContext, useEffect, useSyncExternalStore } from "react";
import { type Frame, type FramedPane, frameOf } from "./app-frame.ts";
import { DialogBox } from "./components/dialog-box.tsx";
import { Rows, ThemeContext } from "./components/text.tsx";
import { paneBorder } from "./frame/pane-border.ts";
import { isCompact } from "./layout.ts";
import type { App } from "./records/command.ts";

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

/**
 * Draws a pane with its border; weight and color mark the focused pane. A compact pane has a top border and, right of
 * another one, a left border.
 */
const Pane = memo(function Pane({
  pane,
  isCompact,
}: {
  readonly pane: FramedPane;
  readonly isCompact: boolean;
}) {
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
        <Rows lines={[title]} columns={rect.columns} />
      </Box>
      {foot === null ? null : (
        <Box position="absolute" left={footLeft} top={isCompact ? -1 : inner.rows}>
          <Rows lines={[foot]} columns={rect.columns} />
        </Box>
      )}
    </Box>
  );
});
