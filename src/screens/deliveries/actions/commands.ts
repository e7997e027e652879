import { hasBody } from "../../../engine/replay-seqs.ts";
import { openDialog } from "../../../tui/state/nav.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import type { DeliveriesCommand } from "../running.ts";
import { deliveriesSlice, selectedDelivery } from "../state/deliveries.ts";
import { actedOn, hasMarks, markedCount, requireActedOn, requireFilter } from "../state/marks.ts";
import { requireIdle } from "../work/work-dialog.ts";
import { exportForm } from "./export-form.ts";
import { replayForm, showPlan } from "./replay-form.ts";

/** Explains why the selected delivery cannot be sent again. */
export function requireBody(state: AppState): string | null {
  const delivery = selectedDelivery(state);
  return delivery === null || hasBody(delivery) ? null : "its body was not kept";
}

/** Commands that act on deliveries. */
export const actCommands: readonly DeliveriesCommand[] = [
  {
    id: "deliveries.replay",
    scope: "deliveries",
    keys: ["R"],
    title: "Replay selected or marked deliveries",
    footerLabel: "replay",
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
    id: "deliveries.export",
    scope: "deliveries",
    keys: ["X"],
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
