import { addCopyItems, openCopyMenu } from "../dialogs/copy-menu.ts";
import { focusedList, shownScreen, shownViewer } from "../focus.ts";
import { fieldListCommands, type Move, moveSelection, moveViewer } from "../move-focused.ts";
import { act, actInField, type Keyed } from "../records/acts.ts";
import type { App, Command } from "../records/command.ts";
import type { Registry } from "../records/registry.ts";
import type { CopyItem } from "../records/screen.ts";
import { topDialog } from "../state/nav.ts";
import type { AppState } from "../state/slice.ts";
import { type Move as ViewerMove, paged, stepped, toEnd, toStart } from "../viewer/moves.ts";
import { type PaneViewer, valueAtCursor } from "../viewer/pane-viewer.ts";

/** Creates a moving command of all lists and long texts. */
function moveCommand(id: string, keyed: Keyed, title: string, move: Move, viewerMove: ViewerMove): Command {
  return {
    id: `list.${id}`,
    scope: "list",
    ...keyed,
    title,
    run(context) {
      if (!moveViewer(context, viewerMove)) moveSelection(context, move);
    },
  };
}

/** Selects the first or the last row, loading it if needed. */
function goToEnd(context: App, end: "first" | "last"): void {
  if (moveViewer(context, end === "first" ? toStart : toEnd)) return;
  const command = focusedList(context.registry, context.store.get())?.ends?.[end];
  if (command !== undefined) context.run(command);
  else moveSelection(context, (_, count) => (end === "first" ? 0 : count - 1));
}

/** Moving commands of the choosers, in which the letters select. */
export const chooserCommands: readonly Command[] = [
  ...fieldListCommands("chooser"),
  {
    id: "chooser.first",
    scope: "chooser",
    ...actInField("first"),
    title: "Select the first row",
    run: (context) => goToEnd(context, "first"),
  },
  {
    id: "chooser.last",
    scope: "chooser",
    ...actInField("last"),
    title: "Select the last row",
    run: (context) => goToEnd(context, "last"),
  },
];

/** Commands that work in every list. */
export const listCommands: readonly Command[] = [
  moveCommand("down", act("down"), "Select the next row", (selected) => selected + 1, stepped(1)),
  moveCommand("up", act("up"), "Select the previous row", (selected) => selected - 1, stepped(-1)),
  moveCommand(
    "page-down",
    act("pageDown"),
    "Move one page down",
    (selected, _, page) => selected + page,
    paged(1),
  ),
  moveCommand(
    "page-up",
    act("pageUp"),
    "Move one page up",
    (selected, _, page) => selected - page,
    paged(-1),
  ),
  moveCommand(
    "half-down",
    act("halfDown"),
    "Move half a page down",
    (selected, _, page) => selected + Math.ceil(page / 2),
    paged(0.5),
  ),
  moveCommand(
    "half-up",
    act("halfUp"),
    "Move half a page up",
    (selected, _, page) => selected - Math.ceil(page / 2),
    paged(-0.5),
  ),
  {
    id: "list.first",
    scope: "list",
    ...act("first"),
    title: "Select the first row",
    run: (context) => goToEnd(context, "first"),
  },
  {
    id: "list.last",
    scope: "list",
    ...act("last"),
    title: "Select the last row",
    run: (context) => goToEnd(context, "last"),
  },
  {
    id: "list.copy",
    scope: "list",
    ...act("copy"),
    title: "Choose what to copy",
    disabledReason: needsCopyText,
    async run(context) {
      const { store, registry, of } = context;
      if (topDialog(store.get()) !== null) return copyId(context);
      const items = copyItems(store.get(), registry);
      if (items.length <= 1) return copyId(context);
      store.dispatch(openCopyMenu(items));
      const screen = shownScreen(registry, store.get());
      if (screen.loadCopyItems === undefined) return undefined;
      await screen.loadCopyItems(of(screen));
      return addCopyItems(store, copyItems(store.get(), registry));
    },
  },
  {
    id: "list.copy-id",
    scope: "list",
    keys: [],
    title: "Copy ID, path or text",
    disabledReason: needsCopyText,
    run: copyId,
  },
];

function needsCopyText(state: AppState, registry: Registry): string | null {
  return copyText(state, registry) === null ? "nothing is selected" : null;
}

function copyItems(state: AppState, registry: Registry): readonly CopyItem[] {
  const viewer = shownViewer(registry, state);
  const own = shownScreen(registry, state).copyItems?.(state) ?? [];
  return viewer === null ? own : [...viewerCopyItems(viewer), ...own];
}

/** Returns the value and the path at the cursor; nothing in a text. */
export function viewerCopyItems(viewer: PaneViewer): readonly CopyItem[] {
  const found = valueAtCursor(viewer);
  if (found === null) return [];
  return [
    { label: "value", text: found.value },
    { label: "JSON path", text: found.path },
  ];
}

function copyId({ store, registry, terminal }: App): void {
  const text = copyText(store.get(), registry);
  if (text !== null) terminal.copy(text);
}

/** Returns the ID, path or text to copy; null if there is none. */
function copyText(state: AppState, registry: Registry): string | null {
  const data = topDialog(state);
  if (data !== null) return registry.dialogOf(data).copyText?.(state, data) ?? null;
  return shownScreen(registry, state).copyText(state);
}
