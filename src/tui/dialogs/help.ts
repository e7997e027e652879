import { blank, clickable, fitLine, type Line, line, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import { screenScopes, shownScreen } from "../focus.ts";
import { keyLabel } from "../frame/key-label.ts";
import { fieldListCommands } from "../move-focused.ts";
import { type Act, act } from "../records/acts.ts";
import { type App, type Command, internal } from "../records/command.ts";
import type { Registry } from "../records/registry.ts";
import type { Dialog } from "../records/screen.ts";
import { behindDialog, closeDialog, dialogKind } from "../state/nav.ts";
import type { Action, AppState } from "../state/slice.ts";
import { windowSlice } from "../state/window.ts";
import { drawField, type TextField, textField } from "../text-field.ts";
import { bestMatchesOfMeaning } from "./best-matches.ts";
import { box, contentColumns, contentRows } from "./box.ts";
import { commandLine, commandList, enabledFirst, listRow } from "./list-box.ts";
import { withoutReason } from "./palette-entries.ts";
import { runListed } from "./run-listed.ts";

/** State of the help, which lists the commands of all screens. */
export interface HelpPage {
  readonly kind: "help";
  readonly filter: TextField;
  /** Index of the selected command. */
  readonly selected: number;
  /** True if all commands are listed, not just those of a week. */
  readonly isUnfolded: boolean;
}

const helpKind = dialogKind<HelpPage>("help");

export function openHelp(): Action {
  return helpKind.open({ kind: "help", filter: textField(), selected: 0, isUnfolded: false });
}

/** Commands of one scope. */
export interface HelpSection {
  readonly title: string;
  readonly commands: readonly Command[];
}

/** Returns the matching commands by scope, the current scopes first. Keys of dialogs are in their footers. */
export function helpSections(state: AppState, registry: Registry, filter: string): readonly HelpSection[] {
  const active = screenScopes(registry, state);
  // The palette has those without a key.
  const keyed = registry.commands.filter(({ keys }) => keys.length > 0);
  const found = matching(keyed, filter.trim().toLowerCase());
  const rank = (scope: string) => (active.includes(scope) ? active.indexOf(scope) : active.length);
  return registry.features
    .flatMap(({ scopes }) => scopes)
    .toSorted((one, other) => rank(one.scope) - rank(other.scope))
    .map(({ scope, title }) => ({ title, commands: found.filter((command) => command.scope === scope) }))
    .filter(({ commands }) => commands.length > 0);
}

/** Returns the commands with a matching title, meaning or key label, in order. */
function matching(commands: readonly Command[], filter: string): readonly Command[] {
  if (filter === "") return commands;
  const found = new Set(bestMatchesOfMeaning(commands, filter).map(({ command }) => command));
  return commands.filter(
    (command) =>
      found.has(command) ||
      command.keys.some((key) => key === filter || keyLabel(key).toLowerCase() === filter),
  );
}

/** Acts that carry a week of work, in the order of the help. */
const weekly: readonly Act[] = [
  "open",
  "back",
  "filter",
  "mark",
  "create",
  "edit",
  "delete",
  "onOff",
  "trigger",
  "again",
  "why",
  "fix",
  "next",
  "approve",
  "flag",
  "compare",
  "follow",
  "undo",
  "find",
];
const weeklyCount = 12;

/** Returns the commands of the visible screen that carry a week of work: one for each act. */
export function weeklyCommands(state: AppState, registry: Registry): readonly Command[] {
  const active = screenScopes(registry, state);
  const available = active.flatMap((scope) => registry.commands.filter((command) => command.scope === scope));
  const found = weekly
    .flatMap((name) => available.find(({ acts = [] }) => acts.includes(name)) ?? [])
    .filter((command, index, all) => all.indexOf(command) === index);
  // The order stays the same from one help to the next, but for what is of no use now.
  return enabledFirst(found, behindDialog(state), registry).slice(0, weeklyCount);
}

/** Returns the sections of the page: those of a week, until it is unfolded or filtered. */
function shownSections(state: AppState, registry: Registry, help: HelpPage): readonly HelpSection[] {
  const { filter, isUnfolded } = help;
  if (isUnfolded || filter.value.trim() !== "") return helpSections(state, registry, filter.value);
  const { title } = registry.scope(shownScreen(registry, state).scope(state));
  return [{ title: `${title}, most used`, commands: weeklyCommands(state, registry) }];
}

function listedCommands(state: AppState, registry: Registry, help: HelpPage): readonly Command[] {
  return shownSections(state, registry, help).flatMap(({ commands }) => commands);
}

/** Minimum columns of the terminal for two columns of commands. */
const minTwoColumns = 140;
const columnGap = 2;

interface HelpLayout {
  /** Columns of the content. */
  readonly width: number;
  readonly columns: 1 | 2;
  readonly columnWidth: number;
  /** Rows of a column. */
  readonly rows: number;
}

function helpLayout(state: AppState): HelpLayout {
  const { size, isLinear } = windowSlice.get(state);
  const columns = size.columns >= minTwoColumns && !isLinear ? 2 : 1;
  const width = contentColumns(state, columns === 2 ? 160 : 110);
  const columnWidth = columns === 2 ? Math.floor((width - columnGap) / 2) : width;
  // The filter takes a row.
  return { width, columns, columnWidth, rows: Math.max(1, contentRows(state) - 1) };
}

export const helpDialog: Dialog<HelpPage> = {
  kind: "help",
  helpTitle: "Help",
  field: (help) => ({
    field: help.filter,
    put: (filter) => helpKind.put({ ...help, filter, selected: 0 }),
  }),
  list(state, help, registry) {
    const count = listedCommands(state, registry, help).length;
    const select = (wanted: number) => Math.max(0, Math.min(wanted, count - 1));
    return {
      selected: select(help.selected),
      count,
      rows: helpLayout(state).rows,
      select: (wanted) => helpKind.put({ ...help, selected: select(wanted) }),
    };
  },
  box(state, help, registry) {
    const layout = helpLayout(state);
    const { text, caret } = drawField(help.filter, layout.width - 2);
    const { rows, selectedRow } = drawSections(state, registry, help, layout);
    const perPage = layout.rows * layout.columns;
    const top = Math.floor(selectedRow / perPage) * perPage;
    const height = Math.min(layout.rows, rows.length - top);
    const lines = Array.from({ length: height }, (_, row) => {
      const left = rows[top + row] ?? blank;
      if (layout.columns === 1) return left;
      const right = rows[top + layout.rows + row] ?? blank;
      return line(...fitLine(left, layout.columnWidth + columnGap).spans, ...right.spans);
    });
    const { length } = listedCommands(state, registry, help);
    return box(state, {
      title: v`Help`,
      lines: [
        line(span(v`/ `, "accent"), span(text)),
        ...(rows.length === 0 ? [line(span(v`  No matching commands.`, "muted"))] : lines),
      ],
      cursor: { x: 2 + caret, y: 0 },
      width: layout.width,
      position: length === 0 ? v`` : v`${Math.min(help.selected, length - 1) + 1} of ${length}`,
      placedRows: layout.rows + 1,
    });
  },
};

/** Draws each section as its title and its commands. */
function drawSections(
  state: AppState,
  registry: Registry,
  help: HelpPage,
  { columnWidth }: HelpLayout,
): { readonly rows: readonly Line[]; readonly selectedRow: number } {
  const rows: Line[] = [];
  let index = 0;
  let selectedRow = 0;
  const sections = shownSections(state, registry, help);
  const active = screenScopes(registry, state);
  // A command runs once the help is closed.
  const stateBehind = behindDialog(state);
  const count = sections.reduce((sum, { commands }) => sum + commands.length, 0);
  const selected = Math.min(help.selected, count - 1);
  const list = commandList(
    // The column keeps its width while a filter is typed.
    shownSections(state, registry, { ...help, filter: textField() }).flatMap(({ commands }) => commands),
    columnWidth,
  );
  for (const { title, commands } of sections) {
    rows.push(line(span(v`${title}`, "strong")));
    for (const command of commands) {
      // A reason applies to the visible screen; other screens' commands show their screen first.
      const listed = active.includes(command.scope) ? command : withoutReason(command);
      if (index === selected) selectedRow = rows.length;
      const row = listRow(commandLine(listed, stateBehind, registry, list), index === selected, columnWidth);
      const click = { command: "help.run-command", argument: command.id };
      rows.push({ ...row, spans: clickable(click, row.spans) });
      index += 1;
    }
  }
  return { rows, selectedRow };
}

function runSelected(context: App): void {
  const { store, registry } = context;
  const help = helpKind.find(store.get());
  if (help === null) return;
  const commands = listedCommands(store.get(), registry, help);
  const command = commands[Math.min(help.selected, commands.length - 1)];
  if (command !== undefined) runListed(context, command.id);
}

export const helpCommands: readonly Command[] = [
  {
    id: "help.run",
    scope: "help",
    ...act("open"),
    title: "Run the selected command",
    footerLabel: "run",
    run: runSelected,
  },
  {
    id: "help.run-command",
    scope: internal,
    keys: [],
    title: "Run a listed command",
    run(context, id) {
      if (id !== undefined) runListed(context, id);
    },
  },
  {
    id: "help.unfold",
    scope: "help",
    ...act("inFull"),
    title: "Show all keys or the most used",
    footerLabel: (state) => (helpKind.find(state)?.isUnfolded === true ? "most used" : "all keys"),
    run: ({ store }) =>
      helpKind.change(store, (help) => ({ ...help, selected: 0, isUnfolded: !help.isUnfolded })),
  },
  ...fieldListCommands("help"),
  {
    id: "help.close",
    scope: "help",
    ...act("back"),
    title: "Close help",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];
