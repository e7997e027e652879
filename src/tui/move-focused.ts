import { focusedList, focusedViewer } from "./focus.ts";
import { actInField, type Keyed } from "./records/acts.ts";
import type { App, Command } from "./records/command.ts";
import type { Move as ViewerMove } from "./viewer/moves.ts";

/** Moves the focused viewer; returns false if the focused pane has none. */
export function moveViewer({ store, registry }: Pick<App, "store" | "registry">, move: ViewerMove): boolean {
  const viewer = focusedViewer(registry, store.get());
  if (viewer === null) return false;
  const { state, content, size, put } = viewer;
  store.dispatch(put(move(state, content, size)));
  return true;
}

/** Returns the index to select. */
export type Move = (selected: number, count: number, page: number) => number;

/** Moves the selection of the focused list, or scrolls the focused text. */
export function moveSelection({ store, registry }: Pick<App, "store" | "registry">, move: Move) {
  const list = focusedList(registry, store.get());
  if (list !== null) store.dispatch(list.select(move(list.selected, list.count, list.rows)));
}

/** Returns a function that creates the moving commands of a scope. */
function moveCommandsOf(scope: string) {
  return (id: string, keyed: Keyed, title: string, move: Move): Command => ({
    id: `${scope}.${id}`,
    scope,
    ...keyed,
    title,
    run: (context) => moveSelection(context, move),
  });
}

/** Creates the moving commands of a dialog list whose text field takes the letters. */
export function fieldListCommands(scope: string): readonly Command[] {
  const moving = moveCommandsOf(scope);
  return [
    moving(
      "down",
      actInField("down", "nextSuggestion", "nextPane"),
      "Select the next row",
      (selected) => selected + 1,
    ),
    moving(
      "up",
      actInField("up", "previousSuggestion", "previousPane"),
      "Select the previous row",
      (selected) => selected - 1,
    ),
    moving("page-down", actInField("pageDown"), "Move one page down", (selected, _, page) => selected + page),
    moving("page-up", actInField("pageUp"), "Move one page up", (selected, _, page) => selected - page),
  ];
}
