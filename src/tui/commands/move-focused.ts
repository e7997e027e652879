import { focusedViewer } from "../focus.ts";
import type { Move } from "../viewer/moves.ts";
import type { App } from "./command.ts";

/** Moves the focused viewer; returns false if the focused pane has none. */
export function moveViewer({ store, registry }: Pick<App, "store" | "registry">, move: Move): boolean {
  const viewer = focusedViewer(registry, store.get());
  if (viewer === null) return false;
  const { state, content, size, put } = viewer;
  store.dispatch(put(move(state, content, size)));
  return true;
}
