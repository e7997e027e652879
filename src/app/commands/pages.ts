import type { App } from "../app.ts";
import { focusedScopes } from "../focus.ts";
import { helpLines } from "../help-lines.ts";
import { moveSelection } from "../selection.ts";
import { showMessage, messagesSlice, messageReopened } from "../state/messages.ts";
import { closeOverlay, findOverlay } from "../state/overlays.ts";
import type { Command } from "./command.ts";
import { paletteEntries } from "./palette-entries.ts";
import { runCommand } from "./run-command.ts";

function runFromPalette(app: App): void {
  const palette = findOverlay(app.store.get(), "palette");
  if (palette === null) return;
  const entry = paletteEntries(app.store.get(), app.commands, palette.query.value)[palette.view.selected];
  if (entry === undefined) return;
  app.store.dispatch(closeOverlay());
  runCommand(app, entry);
}

function runFromHelp(app: App): void {
  const help = findOverlay(app.store.get(), "help");
  const line = helpLines(app.store.get(), app.commands)[help?.view.selected ?? -1];
  if (line?.kind !== "command") return;
  const { command } = line;
  app.store.dispatch(closeOverlay());
  if (focusedScopes(app.store.get()).includes(command.scope)) runCommand(app, command);
  else showMessage(app.store, "warn", `"${command.title}" is available in "${line.scope}" only.`);
}

/** Shows the selected message as a toast again. The list is newest first. */
function showFullMessage({ store }: App): void {
  const list = findOverlay(store.get(), "messages");
  const message = messagesSlice.get(store.get()).history.toReversed()[list?.view.selected ?? -1];
  if (message !== undefined) store.dispatch(messageReopened(message));
}

/** Commands of the palette, the help and the message history. */
export const pageCommands: readonly Command[] = [
  {
    id: "palette.run",
    scope: "palette",
    keys: ["enter"],
    title: "Run the command",
    footerLabel: "run",
    run: runFromPalette,
  },
  {
    id: "palette.down",
    scope: "palette",
    keys: ["down", "ctrl+n", "tab"],
    title: "Select the next command",
    run: (app) => moveSelection(app, (selected) => selected + 1),
  },
  {
    id: "palette.up",
    scope: "palette",
    keys: ["up", "ctrl+p", "shift+tab"],
    title: "Select the previous command",
    run: (app) => moveSelection(app, (selected) => selected - 1),
  },
  {
    id: "palette.close",
    scope: "palette",
    keys: ["esc"],
    title: "Close the palette",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeOverlay()),
  },
  {
    id: "help.run",
    scope: "help",
    keys: ["enter"],
    title: "Run the selected command",
    footerLabel: "run",
    run: runFromHelp,
  },
  {
    id: "help.close",
    scope: "help",
    keys: ["esc", "q", "?"],
    title: "Close help",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeOverlay()),
  },
  {
    id: "messages.show",
    scope: "messages",
    keys: ["enter"],
    title: "Show the full message",
    footerLabel: "show",
    run: showFullMessage,
  },
  {
    id: "messages.close",
    scope: "messages",
    keys: ["esc", "q"],
    title: "Close the message history",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeOverlay()),
  },
];
