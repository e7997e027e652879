import { line, span } from "../../text/line.ts";
import { plural } from "../../text/numbers.ts";
import { v } from "../../text/visible.ts";
import { type ListView, viewList } from "../list.ts";
import { act } from "../records/acts.ts";
import type { Command } from "../records/command.ts";
import type { CopyItem, Dialog } from "../records/screen.ts";
import { closeDialog, dialogKind } from "../state/nav.ts";
import type { Action } from "../state/slice.ts";
import type { Store } from "../state/store.ts";
import { dialogRows, listBox } from "./list-box.ts";

/** State of the dialog that copies one text of the selected row. */
export interface CopyMenu {
  readonly kind: "copy";
  readonly items: readonly CopyItem[];
  readonly view: ListView;
}

const copyMenuKind = dialogKind<CopyMenu>("copy");
const labelColumns = 16;
const sizeColumns = 20;
/** Maximum characters of a text in its row. */
const shownCharacters = 200;

export function openCopyMenu(items: readonly CopyItem[]): Action {
  return copyMenuKind.open({ kind: "copy", items, view: { selected: 0, top: 0 } });
}

/** Shows loaded texts in the open menu of their row; the selection stays. */
export function addCopyItems(store: Store, items: readonly CopyItem[]): void {
  copyMenuKind.change(store, (menu) => {
    // Another row may be selected by now.
    if (items[0]?.text !== menu.items[0]?.text) return menu;
    const label = menu.items[menu.view.selected]?.label;
    const selected = items.findIndex((item) => item.label === label);
    return { ...menu, items, view: { ...menu.view, selected: Math.max(0, selected) } };
  });
}

export const copyMenuDialog: Dialog<CopyMenu> = {
  kind: "copy",
  helpTitle: "Copy menu",
  typeAhead: (_state, menu) => ({
    texts: menu.items.map(({ label }) => label),
    select: (selected) => copyMenuKind.put({ ...menu, view: { ...menu.view, selected } }),
  }),
  list: (state, menu) =>
    viewList(menu.view, menu.items.length, dialogRows(state), (view) => copyMenuKind.put({ ...menu, view })),
  box: (state, { items, view }) =>
    listBox(state, {
      title: v`Copy`,
      rows: items.map(({ label, text }) =>
        line(
          span(v`${label.padEnd(labelColumns)}`),
          span(v`${sizeOf(text).padEnd(sizeColumns)}`, "muted"),
          span(v`${text.slice(0, shownCharacters).replaceAll(/\s+/g, " ")}`, "muted"),
        ),
      ),
      view,
    }),
};

/** Returns the size of a text: `412 characters`. */
function sizeOf(text: string): string {
  return plural(text.length, "character");
}

export const copyMenuCommands: readonly Command[] = [
  {
    id: "copy.run",
    scope: "copy",
    ...act("open"),
    title: "Copy the selected text",
    footerLabel: "copy",
    run({ store, terminal }) {
      const menu = copyMenuKind.find(store.get());
      store.dispatch(closeDialog());
      const item = menu?.items[menu.view.selected];
      if (item === undefined) return;
      const { label, text, note } = item;
      terminal.copy(text, `${label} (${sizeOf(text)})${note === undefined ? "" : `; ${note}`}`);
    },
  },
  {
    id: "copy.close",
    scope: "copy",
    ...act("back"),
    title: "Close the copy menu",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];
