import { isHooklensError } from "../../model/errors.ts";
import { forwardDialog } from "../overlays/forward-dialog.ts";
import { showMessage } from "../state/messages.ts";
import { closeOverlays, findOverlay, openOverlay, changeOverlay } from "../state/overlays.ts";
import { sessionSlice } from "../state/session.ts";
import type { Store } from "../store.ts";
import { receiverNow, type ServicesNow } from "./services.ts";

export interface ForwardActions {
  /** Opens the dialog with the current target. */
  askForward(): void;
  /** Sets the target from the dialog, which stays open if that fails. */
  setForward(): Promise<void>;
}

export function createForwardActions(store: Store, services: ServicesNow): ForwardActions {
  return {
    askForward() {
      const { forward } = sessionSlice.get(store.get()).receiver;
      store.dispatch(openOverlay(forwardDialog(forward?.target ?? null)));
    },
    async setForward() {
      const dialog = findOverlay(store.get(), "forward");
      if (dialog === null || dialog.saving) return;
      const target = dialog.target.value.trim();
      changeOverlay(store, "forward", (open) => ({ ...open, saving: true, error: null }));
      try {
        await receiverNow(services).setForward(target === "" ? null : target);
        store.dispatch(closeOverlays("forward"));
        const done = target === "" ? "Forwarding stopped" : `Forwarding deliveries to ${target}`;
        showMessage(store, "ok", done);
      } catch (error) {
        if (!isHooklensError(error)) throw error;
        const { message } = error;
        changeOverlay(store, "forward", (open) => ({ ...open, saving: false, error: message }));
      }
    },
  };
}
