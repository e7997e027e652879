import { line, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import { type ListView, viewList } from "../list.ts";
import { fieldListCommands } from "../move-focused.ts";
import { act } from "../records/acts.ts";
import type { App, Command } from "../records/command.ts";
import type { Dialog } from "../records/screen.ts";
import { behindDialog, closeDialog, dialogKind } from "../state/nav.ts";
import type { Action } from "../state/slice.ts";
import { drawField, type TextField, textField } from "../text-field.ts";
import { commandLine, commandList, dialogRows, listBox, listBoxColumns } from "./list-box.ts";
import { listedCommands, paletteEntries } from "./palette-entries.ts";
import { runListed } from "./run-listed.ts";

/** State of the command palette. */
export interface Palette {
  readonly kind: "palette";
  readonly query: TextField;
  readonly view: ListView;
}

const paletteKind = dialogKind<Palette>("palette");
const atTop: ListView = { selected: 0, top: 0 };

export function openPalette(): Action {
  return paletteKind.open({ kind: "palette", query: textField(), view: atTop });
}

export const paletteDialog: Dialog<Palette> = {
  kind: "palette",
  helpTitle: "Command palette",
  field: (palette) => ({
    field: palette.query,
    put: (query) => paletteKind.put({ ...palette, query, view: atTop }),
  }),
  list(state, palette, registry) {
    const count = paletteEntries(state, registry, palette.query.value).length;
    return viewList(palette.view, count, dialogRows(state), (view) => paletteKind.put({ ...palette, view }));
  },
  box(state, palette, registry) {
    const width = listBoxColumns(state);
    const { text, caret } = drawField(palette.query, width - 2);
    const listed = commandList([...listedCommands(state, registry).keys()], width);
    const entries = paletteEntries(state, registry, palette.query.value);
    // A command runs once the palette is closed.
    const stateBehind = behindDialog(state);
    return listBox(state, {
      title: v`Commands`,
      head: [line(span(v`: `, "accent"), span(text))],
      rows: entries.map(({ command, matched, leadsTo, place }) => {
        const row = commandLine(command, stateBehind, registry, listed, matched);
        const notes = [place?.note ?? "", leadsTo === "" ? "" : `→ ${leadsTo}`].filter((text) => text !== "");
        return notes.length === 0 ? row : line(...row.spans, span(v`  ${notes.join(" ")}`, "muted"));
      }),
      view: palette.view,
      note: v`${entries[palette.view.selected]?.command.disabledReason?.(stateBehind, registry) ?? ""}`,
      empty: v`  No matching commands.`,
      cursor: { x: 2 + caret, y: 0 },
    });
  },
};

function runSelected(app: App): void {
  const { store, registry } = app;
  const palette = paletteKind.find(store.get());
  if (palette === null) return;
  const entry = paletteEntries(store.get(), registry, palette.query.value)[palette.view.selected];
  if (entry === undefined) return;
  runListed(app, entry.command.id, entry.place?.argument);
}

export const paletteCommands: readonly Command[] = [
  {
    id: "palette.run",
    scope: "palette",
    ...act("open"),
    title: "Run the selected command",
    footerLabel: "run",
    run: runSelected,
  },
  ...fieldListCommands("palette"),
  {
    id: "palette.close",
    scope: "palette",
    ...act("back"),
    title: "Close the palette",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];
