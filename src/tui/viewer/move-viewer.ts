import type { App } from "../commands/command.ts";
import { focusedViewer } from "../focus.ts";
import type { Move } from "./moves.ts";

/** Moves the focused viewer; returns false if the focused pane has none. */
export function moveViewer({ store, registry }: Pick<App, "store" | "registry">, move: Move): boolean {
  const viewer = focusedViewer(registry, store.get());
  if (viewer === null) return false;
  const { state, content, size, put } = viewer;
  store.dispatch(put(move(state, content, size)));
  return true;
}
