import { hasBody } from "../../../engine/replay-seqs.ts";
import { parseFilter } from "../../../model/filter-parse.ts";
import { act } from "../../../tui/records/acts.ts";
import { internal } from "../../../tui/records/command.ts";
import { openDialog } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { App } from "../../app.ts";
import { savedFiltersSlice } from "../../saved-filters.ts";
import { showMatching } from "../filter/commands.ts";
import type { DeliveriesCommand } from "../running.ts";
import { deliveriesSlice, isFailureSelected, selectedDelivery } from "../state/deliveries.ts";
import { actedOn, hasMarks, markedCount, requireActedOn, requireFilter } from "../state/marks.ts";
import { requireIdle } from "../work/work-dialog.ts";
import { exportForm } from "./export-form.ts";
import { replayForm, showPlan } from "./replay-form.ts";

/** Explains why the selected delivery cannot be sent again. */
export function requireBody(state: AppState): string | null {
  const delivery = selectedDelivery(state);
  return delivery === null || hasBody(delivery) ? null : "its body was not kept";
}

/** Shows the deliveries that match a filter, and opens their replay. */
async function replayMatching(app: App, text = ""): Promise<void> {
  const { store } = app;
  showMatching(app, text);
  const state = store.get();
  // The list applies the filter after the key, and still has the one before.
  const filter = parseFilter(text, store.nowMs(), savedFiltersSlice.get(state).filters);
  const { lastSeq, lastReplayUrl } = deliveriesSlice.get(state);
  const selection = { filter, untilSeq: lastSeq };
  store.dispatch(openDialog(replayForm(selection, null, lastReplayUrl)));
  await showPlan(app, selection);
}

/** Commands that act on deliveries. */
export const actCommands: readonly DeliveriesCommand[] = [
  {
    id: "deliveries.replay",
    scope: "deliveries",
    ...act("again"),
    title: "Replay selected or marked deliveries",
    footerLabel: "replay",
    isNeeded: isFailureSelected,
    disabledReason: (state) =>
      requireActedOn(state) ?? requireIdle(state) ?? (hasMarks(state) ? null : requireBody(state)),
    run(app) {
      const { store } = app;
      const state = store.get();
      const selection = actedOn(state);
      const total = hasMarks(state) ? markedCount(state) : 1;
      const { lastReplayUrl } = deliveriesSlice.get(state);
      if (selection === null) return undefined;
      store.dispatch(openDialog(replayForm(selection, total, lastReplayUrl)));
      return showPlan(app, selection);
    },
  },
  {
    id: "deliveries.replay-matching",
    scope: internal,
    keys: [],
    title: "Replay deliveries matching a filter",
    disabledReason: requireIdle,
    run: replayMatching,
  },
  {
    id: "deliveries.export",
    scope: "deliveries",
    ...act("export"),
    title: "Export marked or matching deliveries",
    footerLabel: "export",
    disabledReason: (state) =>
      requireIdle(state) ??
      requireFilter(state) ??
      (!hasMarks(state) && deliveriesSlice.get(state).rows.length === 0 ? "there are no deliveries" : null),
    run({ store }) {
      const state = store.get();
      const { filter, lastSeq, matching, total } = deliveriesSlice.get(state);
      const marked = hasMarks(state) ? actedOn(state) : null;
      store.dispatch(
        openDialog(
          marked === null
            ? exportForm({ filter, untilSeq: lastSeq }, filter.terms.length === 0 ? total : matching)
            : exportForm(marked, markedCount(state)),
        ),
      );
    },
  },
];
