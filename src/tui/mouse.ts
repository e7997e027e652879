import type { MouseEvent } from "../terminal/keys.ts";
import { type ClickTarget, type Line, spanAt } from "../text/line.ts";
import { type Frame, type FramedPane, frameOf } from "./app-frame.ts";
import { findCommand, focusedList, paneList, shownScreen } from "./focus.ts";
import { paneBorder } from "./frame/pane-border.ts";
import { contains, isCompact, placePanes, type Point } from "./layout.ts";
import { moveSelection, moveViewer } from "./move-focused.ts";
import type { App } from "./records/command.ts";
import type { Floating } from "./records/screen.ts";
import { dismissSticky } from "./state/messages.ts";
import { topDialog } from "./state/nav.ts";
import { setWindow, windowSlice } from "./state/window.ts";
import { pointed, scrolled } from "./viewer/moves.ts";

const wheelRows = 3;

/**
 * Scrolls the dialog or the pane under the pointer on the wheel. A left click runs the command of the text under the
 * pointer, or focuses the pane and selects a row; on the selected row it opens it.
 */
export function handleMouse(app: App, event: MouseEvent): void {
  if (event.kind === "wheel-up") scroll(app, event, -wheelRows);
  else if (event.kind === "wheel-down") scroll(app, event, wheelRows);
  else if (event.kind === "press" && event.button === 0) press(app, event);
  else if (event.kind === "release") endDrag(app, event);
}

/** Runs the command of a range from the pressed part to the one where the button is released. */
function endDrag({ store, registry, run }: App, point: Point): void {
  const { draggedFrom } = windowSlice.get(store.get());
  if (draggedFrom === null) return;
  store.dispatch(setWindow({ draggedFrom: null }));
  const target = targetAt(frameOf(store.get(), registry), point);
  if (target?.drags === true) run(target.command, `${draggedFrom} ${target.argument ?? ""}`);
}

function scroll({ store, registry }: App, point: Point, step: number): void {
  const state = store.get();
  if (topDialog(state) !== null) {
    const isText = moveViewer({ store, registry }, scrolled(step));
    if (!isText) moveSelection({ store, registry }, (selected) => selected + step);
    return;
  }
  const screen = shownScreen(registry, state);
  const pane = placePanes(state, screen).find(({ rect }) => contains(rect, point));
  if (pane === undefined) return;
  const viewer = screen.viewer?.(state, pane.id) ?? null;
  const list = paneList(registry, state, pane.id);
  if (viewer !== null) store.dispatch(viewer.put(scrolled(step)(viewer.state, viewer.content, viewer.size)));
  else if (list !== null) store.dispatch(list.select(list.selected + step));
}

function press(app: App, point: Point): void {
  const frame = frameOf(app.store.get(), app.registry);
  // Same as a key, once the clicked frame is known.
  app.store.dispatch(dismissSticky());
  if (topDialog(app.store.get()) !== null) {
    const dialog = frame.dialogs.at(-1);
    if (dialog !== undefined) pressDialog(app, dialog, point);
    return;
  }
  const target = targetAt(frame, point);
  if (target?.drags === true) {
    app.store.dispatch(setWindow({ draggedFrom: target.argument ?? "" }));
    return;
  }
  if (target !== undefined) {
    runTarget(app, target);
    return;
  }
  const pane = frame.panes.find(({ rect }) => contains(rect, point));
  if (pane !== undefined) pressPane(app, pane, point);
}

/** Runs a command of the dialog, or selects one of its rows. */
function pressDialog(app: App, dialog: Floating, { x, y }: Point): void {
  // Border and padding are left of the content, the border above it.
  const row = y - dialog.top - 1;
  const target =
    row === dialog.lines.length
      ? clickOf(dialog.keys, x - dialog.left - 1)
      : clickOf(dialog.lines[row], x - dialog.left - 2);
  if (target !== undefined) {
    runTarget(app, target);
    return;
  }
  const { rows } = dialog;
  const list = focusedList(app.registry, app.store.get());
  const isInside = x > dialog.left && x < dialog.left + dialog.columns + 3;
  if (rows === undefined || list === null || !isInside) return;
  const offset = row - rows.line;
  if (offset < 0 || offset >= rows.count) return;
  app.store.dispatch(list.select(rows.first + offset));
  if (list.selected === rows.first + offset) openSelected(app);
}

/** Focuses a pane and handles the click; on the selected row of the focused list, opens it. */
function pressPane({ store, registry, ...app }: App, pane: FramedPane, { x, y }: Point): void {
  const screen = shownScreen(registry, store.get());
  const focus = screen.focusPane?.(pane.id);
  if (focus !== undefined) store.dispatch(focus);
  if (!contains(pane.inner, { x, y })) return;
  const point = { x: x - pane.inner.x, y: y - pane.inner.y };
  const viewer = screen.viewer?.(store.get(), pane.id) ?? null;
  if (viewer !== null) {
    const { state, content, size } = viewer;
    store.dispatch(viewer.put(pointed(point.y - viewer.y, pane.isFocused)(state, content, size)));
  }
  const before = screen.listIn(store.get(), pane.id, registry)?.selected;
  const actions = screen.click?.(store.get(), pane.id, point) ?? [];
  for (const action of actions) store.dispatch(action);
  const after = screen.listIn(store.get(), pane.id, registry)?.selected;
  if (pane.isFocused && actions.length > 0 && before === after) openSelected({ store, registry, ...app });
}

/** Runs the command of Enter. */
function openSelected({ store, registry, run }: App): void {
  const command = findCommand(registry, store.get(), "enter");
  if (command !== null) run(command.id);
}

function runTarget({ run }: App, { command, argument }: ClickTarget): void {
  run(command, argument);
}

/** Returns the command of a clicked text outside dialogs, or undefined. */
function targetAt(frame: Frame, { x, y }: Point): ClickTarget | undefined {
  const { above, below, panes, size } = frame;
  if (y < above.length) return clickOf(above[y], x);
  const below0 = size.rows - below.length;
  if (y >= below0) return clickOf(below[y - below0], x);
  const pane = panes.find(({ rect }) => contains(rect, { x, y }));
  if (pane === undefined) return undefined;
  const { rect, inner, lines } = pane;
  if (contains(inner, { x, y })) return clickOf(lines[y - inner.y], x - inner.x);
  const { title, foot, footLeft } = paneBorder(pane, isCompact(size));
  if (y === rect.y) return clickOf(title, x - inner.x - 1);
  return isCompact(size) || foot === null ? undefined : clickOf(foot, x - inner.x - footLeft);
}

function clickOf(line: Line | undefined, x: number): ClickTarget | undefined {
  return line === undefined || x < 0 ? undefined : spanAt(line, x)?.click;
}
