import { shownScreen } from "../focus.ts";
import { placePanes, reachablePanes, shownSplit } from "../layout.ts";
import { act } from "../records/acts.ts";
import type { App, Command } from "../records/command.ts";
import type { Registry } from "../records/registry.ts";
import { isZoomed, splitResized, zoomed } from "../state/layout.ts";
import type { AppState } from "../state/slice.ts";

/** Change of a share by one key press. */
const step = 0.05;

/** More levels of splits than a screen has. */
const allLevels = 9;

function needsPanes(state: AppState, registry: Registry): string | null {
  return placePanes(state, shownScreen(registry, state)).length > 1 ? null : "only one pane is visible";
}

/** Returns the IDs of the focusable panes; a pane without room appears when focused. */
function focusablePanes(state: AppState, registry: Registry): readonly string[] {
  const screen = shownScreen(registry, state);
  return reachablePanes(state, screen).filter((id) => screen.focusPane?.(id) !== undefined);
}

function needsFocusablePanes(state: AppState, registry: Registry): string | null {
  return focusablePanes(state, registry).length > 1 ? null : "no other pane receives keys";
}

/** Focuses the next or previous pane, cyclically. */
function moveFocus({ store, registry }: App, by: 1 | -1): void {
  const state = store.get();
  const screen = shownScreen(registry, state);
  const ids = focusablePanes(state, registry);
  const at = ids.indexOf(screen.focusedPane(state));
  const next = ids[(at + by + ids.length) % ids.length];
  const action = next === undefined ? undefined : screen.focusPane?.(next);
  if (action !== undefined) store.dispatch(action);
}

/** Resizes the focused part of the outermost split. */
function resize({ store, registry }: App, by: 1 | -1): void {
  const state = store.get();
  const screen = shownScreen(registry, state);
  const split = shownSplit(state, screen);
  if (split === null) return;
  const isFirst = split.firstPanes.includes(screen.focusedPane(state));
  const wanted = split.share + (isFirst ? by : -by) * step;
  store.dispatch(splitResized(split.name, Math.max(split.min, Math.min(wanted, split.max))));
}

/** Commands that move between panes and resize them. */
export const paneCommands: readonly Command[] = [
  {
    id: "pane.next",
    scope: "global",
    ...act("nextPane"),
    title: "Focus the next pane",
    disabledReason: needsFocusablePanes,
    run: (context) => moveFocus(context, 1),
  },
  {
    id: "pane.previous",
    scope: "global",
    ...act("previousPane"),
    title: "Focus the previous pane",
    disabledReason: needsFocusablePanes,
    run: (context) => moveFocus(context, -1),
  },
  {
    id: "pane.zoom",
    scope: "global",
    ...act("zoom"),
    title: "Zoom or restore the pane",
    disabledReason: (state, registry) =>
      isZoomed(state, shownScreen(registry, state).id) ? null : needsPanes(state, registry),
    run({ store, registry }) {
      const state = store.get();
      const { id } = shownScreen(registry, state);
      store.dispatch(zoomed(id, isZoomed(state, id) ? 0 : allLevels));
    },
  },
  {
    id: "pane.enlarge",
    scope: "global",
    ...act("moreEnlarge"),
    title: "Enlarge the focused pane",
    disabledReason: needsPanes,
    run: (context) => resize(context, 1),
  },
  {
    id: "pane.shrink",
    scope: "global",
    ...act("moreShrink"),
    title: "Shrink the focused pane",
    disabledReason: needsPanes,
    run: (context) => resize(context, -1),
  },
];
