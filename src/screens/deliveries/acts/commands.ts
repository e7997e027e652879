import { internal, type Command } from "../../../tui/commands/command.ts";
import { openDialog } from "../../../tui/state/nav.ts";
import type { DeliveriesEffects } from "../effects.ts";
import { actedOn, hasMarks, markedCount, needsActedOn } from "../marks/marks.ts";
import { deliveriesSlice } from "../state.ts";
import { needsIdle } from "../work/work-dialog.ts";
import { workSlice } from "../work/work.ts";
import { replayForm } from "./replay-form.ts";

/** Commands that act on deliveries. */
export const actCommands: readonly Command<DeliveriesEffects>[] = [
  {
    id: "deliveries.replay",
    scope: "deliveries",
    keys: ["R"],
    title: "Replay selected or marked deliveries",
    footerLabel: "replay",
    disabledReason: (state) => needsActedOn(state) ?? needsIdle(state),
    run({ store }) {
      const state = store.get();
      const selection = actedOn(state);
      const total = hasMarks(state) ? markedCount(state) : 1;
      const { lastReplayUrl } = deliveriesSlice.get(state);
      if (selection !== null) store.dispatch(openDialog(replayForm(selection, total, lastReplayUrl)));
    },
  },
  {
    id: "deliveries.replay-asked",
    scope: internal,
    keys: [],
    title: "Replay the deliveries asked about",
    run({ store, effects }) {
      const { asked } = workSlice.get(store.get());
      if (asked !== null) effects.startReplay(asked);
    },
  },
];
