import { act } from "../../../tui/records/acts.ts";
import { closeDialog, closeDialogs, openDialog } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { App, Command } from "../../app.ts";
import { replayForm, showPlan } from "../actions/replay-form.ts";
import { deliveriesSlice, filterReplaced } from "../state/deliveries.ts";
import { markAll, requireFilter } from "../state/marks.ts";
import { requireIdle } from "../work/work-dialog.ts";
import { causesKind, type CausesList, type CountedFailures, selectedFailures } from "./causes-dialog.ts";

/** Opens the list of causes, and reads those of the failures that match the filter. */
async function openCauses({ store, services }: App): Promise<void> {
  const { filter } = deliveriesSlice.get(store.get());
  const opened: CausesList = { kind: "causes", filter, causes: null, view: { selected: 0, top: 0 } };
  store.dispatch(causesKind.open(opened));
  try {
    const causes = await services.reader.causes(filter);
    causesKind.change(store, (open) => (open.filter === filter ? { ...open, causes } : open));
  } catch (error) {
    store.dispatch(closeDialogs(causesKind.kind));
    throw error;
  }
}

const requireCause = (state: AppState): string | null =>
  selectedFailures(state) === null ? "there is no failure" : null;

/** Closes the list; returns the failures with the selected cause, or null. */
function chosenFailures({ store }: App): CountedFailures | null {
  const chosen = selectedFailures(store.get());
  store.dispatch(closeDialog());
  return chosen;
}

/** Shows the failures with the selected cause. */
function filterByCause(app: App): void {
  const chosen = chosenFailures(app);
  if (chosen !== null) app.store.dispatch(filterReplaced(chosen.filter.text));
}

/** Marks the failures with the selected cause. */
function markCause(app: App): void {
  const chosen = chosenFailures(app);
  if (chosen !== null) app.store.dispatch(markAll(chosen));
}

/** Opens the replay of the failures with the selected cause. */
async function replayCause(app: App): Promise<void> {
  const chosen = chosenFailures(app);
  if (chosen === null) return;
  const { lastReplayUrl } = deliveriesSlice.get(app.store.get());
  app.store.dispatch(openDialog(replayForm(chosen, chosen.count, lastReplayUrl)));
  await showPlan(app, chosen);
}

/** Command that opens the list of causes. */
export const causesCommand: Command = {
  id: "deliveries.causes",
  scope: "deliveries",
  ...act("goCauses"),
  title: "Go to causes of failures",
  disabledReason: requireFilter,
  run: openCauses,
};

/** Commands of the list of causes. */
export const causesCommands: readonly Command[] = [
  {
    id: "causes.filter",
    scope: "causes",
    ...act("open"),
    title: "Filter by the cause",
    footerLabel: "filter",
    disabledReason: requireCause,
    run: filterByCause,
  },
  {
    id: "causes.mark",
    scope: "causes",
    ...act("mark"),
    title: "Mark the failures",
    footerLabel: "mark",
    disabledReason: requireCause,
    run: markCause,
  },
  {
    id: "causes.replay",
    scope: "causes",
    ...act("again"),
    title: "Replay the failures",
    footerLabel: "replay",
    disabledReason: (state) => requireCause(state) ?? requireIdle(state),
    run: replayCause,
  },
  {
    id: "causes.close",
    scope: "causes",
    ...act("back", "leave"),
    title: "Close the causes",
    footerLabel: "close",
    run: ({ store }) => store.dispatch(closeDialog()),
  },
];
