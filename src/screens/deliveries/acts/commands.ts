import type { Command } from "../../../tui/commands/command.ts";
import { openDialog } from "../../../tui/state/nav.ts";
import type { DeliveriesEffects } from "../effects.ts";
import { deliveriesSlice, needsSelection, selectedDelivery } from "../state.ts";
import { replayForm } from "./replay-form.ts";

/** Commands that act on deliveries. */
export const actCommands: readonly Command<DeliveriesEffects>[] = [
  {
    id: "deliveries.replay",
    scope: "deliveries",
    keys: ["R"],
    title: "Replay the selected delivery",
    footerLabel: "replay",
    disabledReason: needsSelection,
    run({ store }) {
      const delivery = selectedDelivery(store.get());
      const { lastReplayUrl } = deliveriesSlice.get(store.get());
      if (delivery !== null) store.dispatch(openDialog(replayForm(delivery.seq, lastReplayUrl)));
    },
  },
];
