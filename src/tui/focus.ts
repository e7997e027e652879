import { paneSize } from "./layout.ts";
import type { ListModel } from "./list.ts";
import { paneText } from "./pane-text.ts";
import type { Command } from "./records/command.ts";
import type { Registry } from "./records/registry.ts";
import type { FocusedField, Screen, SuggestionList } from "./records/screen.ts";
import { inViewer } from "./scope.ts";
import { navSlice, topDialog } from "./state/nav.ts";
import type { AppState } from "./state/slice.ts";
import { queryTyped } from "./viewer/moves.ts";
import { type PaneViewer, viewerScopes } from "./viewer/pane-viewer.ts";

/** @throws {TypeError} if the visible screen is not registered */
export function shownScreen({ screens }: Registry, state: AppState): Screen {
  const { screen } = navSlice.get(state);
  const shown = screens.find(({ id }) => id === screen);
  if (shown === undefined) throw new TypeError(`no screen ${screen} is registered`);
  return shown;
}

/** Returns the scopes that receive keys, innermost first. An open dialog replaces the screen's scopes. */
export function activeScopes(registry: Registry, state: AppState): readonly string[] {
  const data = topDialog(state);
  const own =
    data === null
      ? screenScopes(registry, state)
      : [
          ...scopesAround(registry, data.kind, focusedViewer(registry, state)),
          ...(data.isUnasked === true ? ["screens"] : []),
        ];
  const list = openSuggestions(registry, state);
  if (list === null) return own;
  if (list.chosen !== null) return ["suggestion", "suggestions", ...own];
  const isFirst = (scope: string) => scope === list.precededBy;
  return [...own.filter(isFirst), "suggestions", ...own.filter((scope) => !isFirst(scope))];
}

/** Returns the first command with this key, from the innermost scope outward. */
export function findCommand(registry: Registry, state: AppState, id: string): Command | null {
  for (const scope of activeScopes(registry, state)) {
    const command = registry.commands.find((one) => one.scope === scope && one.keys.includes(id));
    if (command !== undefined) return command;
  }
  return null;
}

/** Returns the scopes of the visible screen without dialogs, innermost first. */
export function screenScopes(registry: Registry, state: AppState): readonly string[] {
  const { scope } = shownScreen(registry, state);
  return scopesAround(registry, scope(state), shownViewer(registry, state));
}

/** Returns the scopes from an innermost one on, including active ones of a viewer. */
function scopesAround(registry: Registry, innermost: string, viewer: PaneViewer | null): readonly string[] {
  const own = scopeChain(registry, innermost);
  if (viewer !== null && viewer.state.origin !== null) return scopeChain(registry, "viewer-field");
  const active = viewer === null ? [] : viewerScopes(viewer);
  return [...active, ...own.filter((scope) => !viewerNames.has(scope))];
}

const viewerNames: ReadonlySet<string> = new Set(inViewer);

/** Returns the viewer that receives keys: of the top dialog or of the focused pane; null without one. */
export function focusedViewer(registry: Registry, state: AppState): PaneViewer | null {
  const data = topDialog(state);
  if (data === null) return shownViewer(registry, state);
  return registry.dialogOf(data).viewer?.(state, data) ?? null;
}

/** Returns the viewer of the screen's focused pane, or null. */
export function shownViewer(registry: Registry, state: AppState): PaneViewer | null {
  const screen = shownScreen(registry, state);
  return screen.viewer?.(state, screen.focusedPane(state)) ?? null;
}

function scopeChain(registry: Registry, innermost: string): readonly string[] {
  return [innermost, ...registry.scope(innermost).outer];
}

/** Returns the open suggestions of the focused field; null if there are none. */
export function openSuggestions(registry: Registry, state: AppState): SuggestionList | null {
  const data = topDialog(state);
  if (data !== null) return registry.dialogOf(data).suggestions?.(state, data) ?? null;
  const viewer = shownViewer(registry, state);
  if (viewer !== null && viewer.state.origin !== null) return null;
  return shownScreen(registry, state).suggestions?.(state) ?? null;
}

export function focusedField(registry: Registry, state: AppState): FocusedField | null {
  const viewer = focusedViewer(registry, state);
  if (viewer !== null && viewer.state.origin !== null) return searchField(viewer);
  const data = topDialog(state);
  if (data !== null) return registry.dialogOf(data).field?.(data) ?? null;
  return shownScreen(registry, state).field?.(state) ?? null;
}

/** Returns the field of the searched text. */
function searchField({ state, content, size, put }: PaneViewer): FocusedField {
  return { field: state.query, put: (query) => put(queryTyped(query)(state, content, size)) };
}

export function focusedList(registry: Registry, state: AppState): ListModel | null {
  const data = topDialog(state);
  if (data !== null) return registry.dialogOf(data).list?.(state, data, registry) ?? null;
  return paneList(registry, state, shownScreen(registry, state).focusedPane(state));
}

/** Returns the list of a pane of the visible screen; without rows, the text in its place. */
export function paneList(registry: Registry, state: AppState, id: string): ListModel | null {
  const screen = shownScreen(registry, state);
  const list = screen.listIn(state, id, registry);
  const isText = (list === null || list.count === 0) && (screen.viewer?.(state, id) ?? null) === null;
  if (!isText) return list;
  const size = paneSize(state, screen, id);
  const { lines } = screen.pane(state, id, size, registry);
  return paneText(state, screen.id, id, lines, size.rows);
}
