import { isHooklensError } from "../../model/errors.ts";
import { showMessage } from "../../tui/state/messages.ts";
import { closeDialogs, openDialog } from "../../tui/state/nav.ts";
import { receiverNow, type FeatureContext } from "../context.ts";
import { replayDialog, replayKind } from "./replay-dialog.ts";
import { selectedDelivery, deliveriesSlice, setDeliveries } from "./state.ts";

export interface ReplayEffects {
  /** Opens the dialog for the selected delivery. */
  askReplay(): void;
  /** Replays the delivery of the dialog, which stays open if that fails. */
  replay(): Promise<void>;
}

/** Creates the replay actions. The last URL is prefilled in the next dialog. */
export function createReplayEffects({ store, services }: FeatureContext): ReplayEffects {
  return {
    askReplay() {
      const delivery = selectedDelivery(store.get());
      if (delivery !== null)
        store.dispatch(
          openDialog(replayDialog(delivery.seq, deliveriesSlice.get(store.get()).lastReplayUrl)),
        );
    },
    async replay() {
      const dialog = replayKind.find(store.get());
      if (dialog === null || dialog.sending) return;
      const to = dialog.target === "url" ? dialog.url.value.trim() : undefined;
      replayKind.change(store, (open) => ({ ...open, sending: true, error: null }));
      try {
        const result = await receiverNow(services).replay(dialog.seq, to);
        if (to !== undefined) store.dispatch(setDeliveries({ lastReplayUrl: to }));
        const outcome =
          result.outcome === "pending"
            ? "forwarding"
            : (result.error ?? (result.status === null ? result.outcome : String(result.status)));
        const failed = result.outcome === "failed" || result.outcome === "rejected";
        const text = `Replayed #${dialog.seq} as #${result.seq}: ${outcome}`;
        store.dispatch(closeDialogs("replay"));
        showMessage(store, failed ? "error" : "ok", failed ? `${text}.` : text);
      } catch (error) {
        if (!isHooklensError(error)) throw error;
        const { message } = error;
        replayKind.change(store, (open) => ({ ...open, sending: false, error: message }));
      }
    },
  };
}
