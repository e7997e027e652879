import { steppedWeight } from "../../../policy/edit/what-if.ts";
import { act } from "../../../tui/records/acts.ts";
import { openDialog } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { Command } from "../../app.ts";
import { clauseDialog, valueDialog } from "../dialogs/what-if-forms.ts";
import { menuCommands, menuDialog, openWhatIfMenu } from "../dialogs/what-if-menu.ts";
import {
  changedQuestion,
  keepQuestion,
  questionCommands,
  requireKeepable,
  whatIfQuestion,
} from "../dialogs/what-if-question.ts";
import { requireClause, requireReadable } from "../disabled-reasons.ts";
import { keepChanges, tryChange } from "../operations/pending-changes.ts";
import type { PoliciesApp, PoliciesRunning } from "../running.ts";
import { shownPage } from "../select/selection.ts";
import { policiesSlice } from "../state/policies.ts";
import { hasNewErrors, pendingChange, requireNothingPending, selectedCell } from "../state/what-if.ts";

/** Returns the reason if another policy has pending changes, or null. */
function requireThisPending(state: AppState): string | null {
  const page = shownPage(policiesSlice.get(state));
  const pending = pendingChange(state);
  return pending === null || pending.path === page?.path
    ? null
    : "another policy has a pending what-if change";
}

function requireWeight(state: AppState, step: 1 | -1): string | null {
  const why = requireClause(state) ?? requireThisPending(state);
  const cell = selectedCell(state);
  if (why !== null || cell === null) return why;
  const { axis, isMapped, weight } = cell;
  if (!isMapped) return `this clause does not map ${axis}`;
  if (weight === null) return "the weight is not a number";
  return steppedWeight(weight, step) === weight ? `the weight is ${weight}` : null;
}

function stepWeight(app: PoliciesApp, step: 1 | -1): void {
  const cell = selectedCell(app.store.get());
  if (cell === null || cell.weight === null) return;
  const { clause, axis, weight } = cell;
  tryChange(app, { kind: "weight", clause, axis, weight: steppedWeight(weight, step) });
}

/** Commands that try changes of the open policy. */
export const whatIfCommands: readonly Command<PoliciesRunning>[] = [
  {
    id: "what-if.more-weight",
    scope: "policy",
    ...act("increase"),
    title: "Try 0.05 more weight",
    disabledReason: (state) => requireWeight(state, 1),
    run: (app) => stepWeight(app, 1),
  },
  {
    id: "what-if.less-weight",
    scope: "policy",
    ...act("decrease"),
    title: "Try 0.05 less weight",
    disabledReason: (state) => requireWeight(state, -1),
    run: (app) => stepWeight(app, -1),
  },
  {
    id: "what-if.menu",
    scope: "policy",
    ...act("trigger"),
    title: "Try a change",
    footerLabel: "what if",
    disabledReason: (state) => requireReadable(state) ?? requireThisPending(state),
    run: ({ store, registry }) => store.dispatch(openWhatIfMenu(store.get(), registry)),
  },
  {
    id: "what-if.keep",
    scope: "policy",
    ...act("save"),
    title: "Keep the what-if change",
    footerLabel: (state) => (pendingChange(state)?.file === "gone" ? "write again" : "keep"),
    disabledReason: requireKeepable,
    async run(app) {
      const { store } = app;
      const pending = pendingChange(store.get());
      if (pending?.file === "changed") store.dispatch(openDialog(changedQuestion));
      else if (pending?.file === "gone" || hasNewErrors(store.get()))
        store.dispatch(openDialog(keepQuestion));
      else await keepChanges(app);
    },
  },
  ...questionCommands,
  ...menuCommands,
  ...valueDialog.commands,
  ...clauseDialog.commands,
];

/** Dialogs that try changes, and the question about pending ones. */
export const whatIfDialogs = [menuDialog, valueDialog.dialog, clauseDialog.dialog, whatIfQuestion];

/** Disables commands that need the written file while a change is pending. */
export function refusedWhilePending<R>(commands: readonly Command<R>[]): readonly Command<R>[] {
  return commands.map((command) => ({
    ...command,
    disabledReason: (state, registry) =>
      requireNothingPending(state) ?? command.disabledReason?.(state, registry) ?? null,
  }));
}
