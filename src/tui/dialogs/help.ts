import { line, span } from "../../text/line.ts";
import { v } from "../../text/visible.ts";
import type { Command, CommandContext } from "../commands/command.ts";
import { activeScopes, shownScreen } from "../focus.ts";
import { type ListView, viewList } from "../list.ts";
import type { Registry } from "../registry.ts";
import type { Dialog } from "../screen.ts";
import { showMessage } from "../state/messages.ts";
import { closeDialog, dialogKind } from "../state/nav.ts";
import type { Action, AppState } from "../state/slice.ts";
import { commandLine, dialogRows, listBox } from "./list-box.ts";

/** All keys. */
export interface HelpPage {
  readonly kind: "help";
  readonly view: ListView;
}

const helpKind = dialogKind<HelpPage>("help");

export function openHelp(): Action {
  return helpKind.open({ kind: "help", view: { selected: 0, top: 0 } });
}

export type HelpLine =
  | { readonly kind: "title"; readonly title: string }
  /** `scope` is the title of the section. */
  | { readonly kind: "command"; readonly command: Command; readonly scope: string };

/** Lists all keys, those of the current scopes first. */
export function helpLines(state: AppState, registry: Registry): readonly HelpLine[] {
  const active = shownScreen(registry, state).activeScopes(state);
  const ordered = registry.helpScopes.toSorted(
    (one, other) => rank(active.indexOf(one.scope)) - rank(active.indexOf(other.scope)),
  );
  return ordered.flatMap(({ scope, title }): HelpLine[] => {
    const listed = registry.commands.filter((command) => command.scope === scope);
    return [
      { kind: "title", title },
      ...listed.map((command): HelpLine => ({ kind: "command", command, scope: title })),
    ];
  });
}

const rank = (index: number) => (index === -1 ? Number.MAX_SAFE_INTEGER : index);

export const helpDialog: Dialog<HelpPage> = {
  kind: "help",
  helpTitle: null,
  hasListKeys: true,
  list: (state, help, registry) =>
    viewList(help.view, helpLines(state, registry).length, dialogRows(state), (view) =>
      helpKind.put({ ...help, view }),
    ),
  box: (state, help, registry) =>
    listBox(state, {
      title: v`Help`,
      rows: helpLines(state, registry).map((row) =>
        row.kind === "title"
          ? line(span(v`${row.title}`, "strong"))
          : commandLine(row.command, state, registry),
      ),
      view: help.view,
    }),
};

function runSelected({ store, registry, run }: CommandContext): void {
  const selected = helpKind.find(store.get())?.view.selected ?? -1;
  const selectedLine = helpLines(store.get(), registry)[selected];
  if (selectedLine?.kind !== "command") return;
  const { command, scope } = selectedLine;
  store.dispatch(closeDialog());
  if (activeScopes(registry, store.get()).includes(command.scope)) run(command.id);
  else showMessage(store, "warn", `"${command.title}" is available in "${scope}" only.`);
}

export const helpCommands: readonly Command[] = [
  {
    id: "help.run",
    scope: "help",
    keys: ["enter"],
    title: "Run the selected command",
    footerLabel: "run",
    run: runSelected,
  },
  {
    id: "help.close",
    scope: "help",
    keys: ["esc", "q", "?"],
    title: "Close help",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];
