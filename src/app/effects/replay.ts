import { isHooklensError } from "../../model/errors.ts";
import { replayDialog } from "../overlays/replay-dialog.ts";
import { selectedDelivery } from "../state/deliveries-state.ts";
import { showMessage } from "../state/messages.ts";
import { closeOverlays, findOverlay, openOverlay, changeOverlay } from "../state/overlays.ts";
import type { Store } from "../store.ts";
import { receiverNow, type ServicesNow } from "./services.ts";

export interface ReplayActions {
  /** Opens the dialog for the selected delivery. */
  askReplay(): void;
  /** Replays the delivery of the dialog, which stays open if that fails. */
  replay(): Promise<void>;
}

/** Creates the replay actions. The last URL is prefilled in the next dialog. */
export function createReplayActions(store: Store, services: ServicesNow): ReplayActions {
  let lastUrl = "";
  return {
    askReplay() {
      const delivery = selectedDelivery(store.get());
      if (delivery !== null) store.dispatch(openOverlay(replayDialog(delivery.seq, lastUrl)));
    },
    async replay() {
      const dialog = findOverlay(store.get(), "replay");
      if (dialog === null || dialog.sending) return;
      const to = dialog.target === "url" ? dialog.url.value.trim() : undefined;
      changeOverlay(store, "replay", (open) => ({ ...open, sending: true, error: null }));
      try {
        const result = await receiverNow(services).replay(dialog.seq, to);
        if (to !== undefined) lastUrl = to;
        const outcome =
          result.outcome === "pending"
            ? "forwarding"
            : (result.error ?? (result.status === null ? result.outcome : String(result.status)));
        const failed = result.outcome === "failed" || result.outcome === "rejected";
        const text = `Replayed #${dialog.seq} as #${result.seq}: ${outcome}`;
        store.dispatch(closeOverlays("replay"));
        showMessage(store, failed ? "error" : "ok", failed ? `${text}.` : text);
      } catch (error) {
        if (!isHooklensError(error)) throw error;
        const { message } = error;
        changeOverlay(store, "replay", (open) => ({ ...open, sending: false, error: message }));
      }
    },
  };
}
