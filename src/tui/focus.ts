import type { ListModel } from "./list.ts";
import type { Registry } from "./registry.ts";
import type { FocusedField, Screen } from "./screen.ts";
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
  const data = topDialog(state);
  if (data === null) return shownScreen(registry, state).activeScopes(state);
  const hasList = registry.dialogOf(data).hasListKeys === true;
  return hasList ? [data.kind, "list", "always"] : [data.kind, "always"];
}

export function focusedField(registry: Registry, state: AppState): FocusedField | null {
  const data = topDialog(state);
  if (data !== null) return registry.dialogOf(data).field?.(data) ?? null;
  return shownScreen(registry, state).field?.(state) ?? null;
}

export function focusedList(registry: Registry, state: AppState): ListModel | null {
  const data = topDialog(state);
  if (data !== null) return registry.dialogOf(data).list?.(state, data, registry) ?? null;
  return shownScreen(registry, state).list(state);
}
