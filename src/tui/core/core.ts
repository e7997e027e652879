import { columnChooserCommands, columnChooserDialog } from "../dialogs/column-chooser.ts";
import { confirmCommands, confirmDialog } from "../dialogs/confirm.ts";
import { copyMenuCommands, copyMenuDialog } from "../dialogs/copy-menu.ts";
import { helpCommands, helpDialog } from "../dialogs/help.ts";
import { paletteCommands, paletteDialog } from "../dialogs/palette.ts";
import { sequenceCommands, sequenceDialog } from "../dialogs/sequence.ts";
import { sortChooserCommands, sortDialog } from "../dialogs/sort-chooser.ts";
import type { Tab } from "../records/registry.ts";
import type { Feature } from "../records/screen.ts";
import { columnsSlice } from "../state/columns.ts";
import { layoutSlice } from "../state/layout.ts";
import { expireToasts, messagesSlice } from "../state/messages.ts";
import { navSlice } from "../state/nav.ts";
import { preferencesSlice } from "../state/preferences.ts";
import { sortsSlice } from "../state/sorts.ts";
import { windowSlice } from "../state/window.ts";
import { alwaysCommands, globalCommands } from "./global-commands.ts";
import { chooserCommands, listCommands } from "./list-commands.ts";
import { paneCommands } from "./pane-commands.ts";
import { sortCommands } from "./sort-commands.ts";
import { suggestionCommands } from "./suggestion-commands.ts";
import { viewerCommands, viewerScopeList } from "./viewer-commands.ts";

/** Creates the feature of every app: lists, screens, help, palette, messages and confirmations. */
export function createCore(tabs: readonly Tab[]): Feature {
  return {
    id: "core",
    slices: [windowSlice, navSlice, layoutSlice, messagesSlice, preferencesSlice, sortsSlice, columnsSlice],
    commands: [
      ...viewerCommands,
      ...listCommands,
      ...sortCommands,
      ...sequenceCommands,
      ...chooserCommands,
      ...sortChooserCommands,
      ...columnChooserCommands,
      ...suggestionCommands,
      ...globalCommands(tabs),
      ...paneCommands,
      ...alwaysCommands,
      ...confirmCommands,
      ...copyMenuCommands,
      ...paletteCommands,
      ...helpCommands,
    ],
    dialogs: [
      confirmDialog,
      copyMenuDialog,
      columnChooserDialog,
      sortDialog,
      sequenceDialog,
      paletteDialog,
      helpDialog,
    ],
    scopes: [
      ...viewerScopeList,
      { scope: "list", title: "Lists", outer: [] },
      { scope: "chooser", title: "Choosers", outer: [] },
      { scope: "suggestions", title: "Suggestions of a field", outer: ["always"], hasField: true },
      { scope: "suggestion", title: "Chosen suggestion", outer: ["suggestions", "always"], hasField: true },
      { scope: "global", title: "Everywhere", outer: [] },
      { scope: "screens", title: "Screens and texts", outer: [] },
      { scope: "always", title: "Everywhere, including dialogs", outer: [] },
    ],
    start: () => ({}),
    nextTickMs: (state) =>
      Math.min(...messagesSlice.get(state).toasts.map(({ untilMs }) => untilMs ?? Number.POSITIVE_INFINITY)),
    tick: (_state, nowMs) => [expireToasts(nowMs)],
  };
}
