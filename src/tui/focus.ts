import type { ListModel } from "./list.ts";
import type { Registry } from "./registry.ts";
import type { FocusedField, Screen, SuggestionList } from "./screen.ts";
import { navSlice, topDialog } from "./state/nav.ts";
import type { AppState } from "./state/slice.ts";

/** @throws {TypeError} if the visible screen is not registered */
export function shownScreen({ screens }: Registry, state: AppState): Screen {
  const { screen } = navSlice.get(state);
  const shown = screens.find(({ id }) => id === screen);
  if (shown === undefined) throw new TypeError(`no screen ${screen} is registered`);
  return shown;
}

/** Returns the scopes that receive keys, innermost first. An open dialog replaces those of the screen. */
export function activeScopes(registry: Registry, state: AppState): readonly string[] {
  const own = scopeChain(registry, topDialog(state)?.kind ?? shownScreen(registry, state).scope(state));
  const list = openSuggestions(registry, state);
  if (list === null) return own;
  return list.chosen === null ? ["suggestions", ...own] : ["suggestion", "suggestions", ...own];
}

/** Returns the scopes of the visible screen that receive keys while no dialog is open, innermost first. */
export function screenScopes(registry: Registry, state: AppState): readonly string[] {
  return scopeChain(registry, shownScreen(registry, state).scope(state));
}

function scopeChain(registry: Registry, innermost: string): readonly string[] {
  return [innermost, ...registry.scope(innermost).outer];
}

/** Returns the open suggestions of the focused field; null if there are none. */
export function openSuggestions(registry: Registry, state: AppState): SuggestionList | null {
  const data = topDialog(state);
  return data === null ? null : (registry.dialogOf(data).suggestions?.(state, data) ?? null);
}

export function focusedField(registry: Registry, state: AppState): FocusedField | null {
  const data = topDialog(state);
  if (data !== null) return registry.dialogOf(data).field?.(data) ?? null;
  return shownScreen(registry, state).field?.(state) ?? null;
}

export function focusedList(registry: Registry, state: AppState): ListModel | null {
  const data = topDialog(state);
  if (data !== null) return registry.dialogOf(data).list?.(state, data, registry) ?? null;
  const screen = shownScreen(registry, state);
  return screen.listIn(state, screen.focusedPane(state), registry);
}
