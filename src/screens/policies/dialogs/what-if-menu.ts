import { addedMapping } from "../../../policy/edit/what-if-edits.ts";
import type { WhatIf } from "../../../policy/edit/what-if.ts";
import { enforcements } from "../../../policy/policy.ts";
import { generalId } from "../../../policy/review/general-provisions.ts";
import { v } from "../../../text/visible.ts";
import { ask } from "../../../tui/dialogs/confirm.ts";
import {
  commandLine,
  commandList,
  dialogRows,
  firstEnabled,
  listBox,
  listBoxColumns,
} from "../../../tui/dialogs/list-box.ts";
import { type ListView, viewList } from "../../../tui/list.ts";
import { act } from "../../../tui/records/acts.ts";
import { internal } from "../../../tui/records/command.ts";
import type { Registry } from "../../../tui/records/registry.ts";
import type { Dialog } from "../../../tui/records/screen.ts";
import { closeDialog, dialogKind, openDialog } from "../../../tui/state/nav.ts";
import type { Action, AppState } from "../../../tui/state/slice.ts";
import type { Command } from "../../app.ts";
import { requireClause } from "../disabled-reasons.ts";
import { removalWords } from "../lines/loss-words.ts";
import { tryChange } from "../operations/pending-changes.ts";
import type { PoliciesApp, PoliciesRunning } from "../running.ts";
import { isGeneralSelected, selectedClause, shownPage } from "../select/selection.ts";
import { policiesSlice } from "../state/policies.ts";
import { type SelectedCell, selectedCell } from "../state/what-if.ts";
import { clauseForm, openValueForm } from "./what-if-forms.ts";

/** Menu of the changes that can be tried. */
export interface WhatIfMenu {
  readonly kind: "what-if-menu";
  readonly view: ListView;
}

export const menuKind = dialogKind<WhatIfMenu>("what-if-menu");

/** Menu at its first change. */
export const whatIfMenu: WhatIfMenu = { kind: "what-if-menu", view: { selected: 0, top: 0 } };

/** Opens the menu at its first possible change. */
export function openWhatIfMenu(state: AppState, registry: Registry): Action {
  const selected = firstEnabled(commandsOf(state, registry), state, registry);
  return menuKind.open({ ...whatIfMenu, view: { selected, top: 0 } });
}

/** Creates a command of the menu. */
function item(
  id: string,
  title: string,
  disabledReason: (state: AppState) => string | null,
  run: (app: PoliciesApp) => void,
): Command<PoliciesRunning> {
  return {
    id: `what-if.${id}`,
    scope: "what-if-menu",
    keys: [],
    title,
    disabledReason,
    run(app) {
      app.store.dispatch(closeDialog());
      run(app);
    },
  };
}

/** Creates a command that tries a change of the selected cell. */
function cellItem(
  id: string,
  title: string,
  why: (cell: SelectedCell) => string | null,
  change: (cell: SelectedCell) => WhatIf,
): Command<PoliciesRunning> {
  return item(id, title, requireCell(why), (app) => {
    const cell = selectedCell(app.store.get());
    if (cell !== null) tryChange(app, change(cell));
  });
}

/** Creates a function that returns the reason if the selected cell is unsuitable, or null. */
function requireCell(why: (cell: SelectedCell) => string | null): (state: AppState) => string | null {
  return (state) => {
    const reason = requireClause(state);
    const cell = selectedCell(state);
    return reason ?? (cell === null ? "no cell is selected" : why(cell));
  };
}

const requireMapping = ({ isMapped, axis }: SelectedCell) =>
  isMapped ? null : `this clause does not map ${axis}`;

/** Returns the selected axis, also that of a cell; null without a page, and on the general provisions. */
function axisOf(state: AppState) {
  const policies = policiesSlice.get(state);
  if (isGeneralSelected(policies)) return null;
  return shownPage(policies)?.columns[policies.cell.column] ?? null;
}

const requireAxis = (state: AppState) => (axisOf(state) === null ? "no axis is selected" : null);
const enabled = () => null;

function openForm(
  { store }: PoliciesApp,
  value: "weight" | "copy",
  nowOf: (cell: SelectedCell) => string,
): void {
  const cell = selectedCell(store.get());
  if (cell === null) return;
  const { clause, axis } = cell;
  store.dispatch(openValueForm(value, { clause, axis }, nowOf(cell)));
}

function factsOf({ store }: PoliciesApp) {
  return shownPage(policiesSlice.get(store.get()))?.facts ?? null;
}

/** Changes of the menu, in its order. */
const items: readonly Command<PoliciesRunning>[] = [
  ...enforcements.map((enforcement) =>
    cellItem(
      enforcement,
      `Make the cell ${enforcement}`,
      (cell) =>
        requireMapping(cell) ?? (cell.enforcement === enforcement ? `it is ${enforcement} already` : null),
      ({ clause, axis }) => ({ kind: "enforcement", clause, axis, enforcement }),
    ),
  ),
  item("weight", "Type the weight", requireCell(requireMapping), (app) =>
    openForm(app, "weight", ({ weight }) => String(weight ?? "")),
  ),
  cellItem(
    "map",
    "Map the axis",
    ({ isMapped, axis }) => (isMapped ? `this clause maps ${axis} already` : null),
    ({ clause, axis }) => ({ kind: "map", clause, axis, ...addedMapping }),
  ),
  cellItem("unmap", "Unmap the axis", requireMapping, ({ clause, axis }) => ({
    kind: "unmap",
    clause,
    axis,
  })),
  item("add-clause", "Add a clause", requireAxis, ({ store }) => {
    const axis = axisOf(store.get())?.axis;
    if (axis !== undefined) store.dispatch(openDialog(clauseForm(axis)));
  }),
  item("copy-clause", "Copy the clause", requireClause, (app) =>
    openForm(app, "copy", ({ clause }) => `${clause.id}-2`),
  ),
  item("remove-clause", "Remove the clause", requireClause, ({ store }) => {
    const policies = policiesSlice.get(store.get());
    const [page, clause] = [shownPage(policies), selectedClause(policies)];
    if (page === null || clause === null) return;
    ask(store, {
      about: menuKind.kind,
      title: `Remove ${clause.id ?? ""}?`,
      lines: [`Without it, ${removalWords(clause, page)}.`],
      verb: "remove",
      command: "what-if.remove-asked",
      argument: clause.id ?? "",
    });
  }),
  item("mandatory-axis", "Toggle the mandatory axis", requireAxis, (app) => {
    const column = axisOf(app.store.get());
    if (column === null) return;
    tryChange(app, { kind: "mandatory", axis: column.axis, isMandatory: !column.isMandatory });
  }),
  item("minimum", "Type the minimum coverage", enabled, (app) =>
    app.store.dispatch(openValueForm("minimum", null, String(factsOf(app)?.minimum ?? ""))),
  ),
  item("retention", "Type the retention", enabled, (app) =>
    app.store.dispatch(openValueForm("retention", null, String(factsOf(app)?.retentionDays ?? ""))),
  ),
];

/** Returns the menu's changes; on the general provisions, only those of the document. */
function offered(state: AppState): readonly Command<PoliciesRunning>[] {
  const isGeneral = isGeneralSelected(policiesSlice.get(state));
  return isGeneral ? items.filter(({ disabledReason }) => disabledReason === enabled) : items;
}

/** Returns the commands of the menu. */
function commandsOf(state: AppState, registry: Registry) {
  return offered(state).map(({ id }) => registry.command(id));
}

/** Dialog with the possible changes, and reasons why others are disabled. */
export const menuDialog: Dialog<WhatIfMenu> = {
  kind: "what-if-menu",
  helpTitle: "What-if menu",
  typeAhead: (state, open, registry) => ({
    texts: commandsOf(state, registry).map(({ title }) => title),
    select: (selected) => menuKind.put({ ...open, view: { ...open.view, selected } }),
  }),
  showsDisabledReason: true,
  list: (state, open) =>
    viewList(open.view, offered(state).length, dialogRows(state), (view) => menuKind.put({ ...open, view })),
  box(state, { view }, registry) {
    const commands = commandsOf(state, registry);
    const list = commandList(commands, listBoxColumns(state));
    const cell = selectedCell(state);
    const place = cell === null ? (axisOf(state)?.axis ?? generalId) : `${cell.clause.id} × ${cell.axis}`;
    const selected = commands[view.selected];
    return listBox(state, {
      title: v`What if: ${place}`,
      rows: commands.map((command) => commandLine(command, state, registry, list)),
      view,
      note: v`${selected?.disabledReason?.(state, registry) ?? ""}`,
    });
  },
};

/** Commands of the menu. */
export const menuCommands: readonly Command<PoliciesRunning>[] = [
  {
    id: "what-if.try",
    scope: "what-if-menu",
    ...act("open"),
    title: "Try the selected change",
    footerLabel: "try",
    run({ store, run }) {
      const selected = offered(store.get())[menuKind.find(store.get())?.view.selected ?? 0];
      if (selected !== undefined) run(selected.id);
    },
  },
  ...items,
  {
    id: "what-if.remove-asked",
    scope: internal,
    keys: [],
    title: "Confirm the removal",
    run(app, id) {
      const cell = selectedCell(app.store.get());
      // Another program may have removed it meanwhile.
      if (cell !== null && cell.clause.id === id)
        tryChange(app, { kind: "remove-clause", clause: cell.clause });
    },
  },
  {
    id: "what-if.close-menu",
    scope: "what-if-menu",
    ...act("back"),
    title: "Close the menu",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];
