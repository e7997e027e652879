import uFuzzy from "@leeoniya/ufuzzy";
import { line, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import { screenScopes } from "../focus.ts";
import { type ListView, viewList } from "../list.ts";
import { fieldListCommands } from "../move-focused.ts";
import type { App, Command } from "../records/command.ts";
import type { Registry } from "../records/registry.ts";
import type { Dialog } from "../records/screen.ts";
import { behindDialog, closeDialog, dialogKind } from "../state/nav.ts";
import type { Action, AppState } from "../state/slice.ts";
import { drawField, type TextField, textField } from "../text-field.ts";
import { commandLine, commandList, dialogRows, listBox, listBoxColumns } from "./list-box.ts";

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

/** Lists the commands available on the current screen, best match first. */
export function paletteEntries(state: AppState, registry: Registry, query: string): readonly FoundCommand[] {
  const scopes = screenScopes(registry, state);
  const available = registry.commands.filter(
    ({ scope, id }) => scopes.includes(scope) && id !== "palette.open",
  );
  return bestMatches(available, query);
}

/** Command that matches a query. */
export interface FoundCommand {
  readonly command: Command;
  /** Matched parts of the title, as alternating start and end indexes. */
  readonly matched: readonly number[];
}

/** Maximum number of terms matched in any order: each order is tried, and 4 terms have 24. */
const maxTermsInAnyOrder = 4;

/** Matches terms at word starts, with up to two other characters between letters. */
const byWordStarts = new uFuzzy({ intraIns: 2, interLft: 2 });
/** Matcher of terms anywhere in the text. */
const byParts = new uFuzzy();

/** Returns the commands that match a query, best match first; all of them for an empty query. */
export function bestMatches(commands: readonly Command[], query: string): readonly FoundCommand[] {
  const wanted = query.trim();
  if (wanted === "") return commands.map((command) => ({ command, matched: [] }));
  const found = search(byWordStarts, commands, ({ title }) => title, wanted);
  if (found.length > 0) return found;
  return search(byParts, commands, ({ title, id }) => `${title} ${id}`, wanted);
}

function search(
  matcher: uFuzzy,
  commands: readonly Command[],
  textOf: (command: Command) => string,
  wanted: string,
): readonly FoundCommand[] {
  // The matcher ranks nothing above its limit of reordered terms.
  const isLong = wanted.split(/\s+/).length > maxTermsInAnyOrder;
  const [, info, order] = matcher.search(commands.map(textOf), wanted, isLong ? 0 : maxTermsInAnyOrder);
  if (!info || !order) return [];
  return order.flatMap((at) => {
    const command = commands[info.idx[at] ?? -1];
    if (command === undefined) return [];
    const matched = (info.ranges[at] ?? []).map((edge) => Math.min(edge, command.title.length));
    return [{ command, matched }];
  });
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
    const listed = commandList(
      paletteEntries(state, registry, "").map(({ command }) => command),
      width,
    );
    const entries = paletteEntries(state, registry, palette.query.value);
    // A command runs once the palette is closed.
    const stateBehind = behindDialog(state);
    return listBox(state, {
      title: v`Commands`,
      head: [line(span(v`: `, "accent"), span(text))],
      rows: entries.map(({ command, matched }) =>
        commandLine(command, stateBehind, registry, listed, matched),
      ),
      view: palette.view,
      note: v`${entries[palette.view.selected]?.command.disabledReason?.(stateBehind, registry) ?? ""}`,
      empty: v`  No matching commands.`,
      cursor: { x: 2 + caret, y: 0 },
    });
  },
};

function runSelected({ store, registry, run }: App): void {
  const palette = paletteKind.find(store.get());
  if (palette === null) return;
  const entry = paletteEntries(store.get(), registry, palette.query.value)[palette.view.selected];
  if (entry === undefined) return;
  store.dispatch(closeDialog());
  run(entry.command.id);
}

export const paletteCommands: readonly Command[] = [
  {
    id: "palette.run",
    scope: "palette",
    keys: ["enter"],
    title: "Run the selected command",
    footerLabel: "run",
    run: runSelected,
  },
  ...fieldListCommands("palette"),
  {
    id: "palette.close",
    scope: "palette",
    keys: ["esc"],
    title: "Close the palette",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];
