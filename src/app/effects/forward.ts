import { isHooklensError } from "../../model/errors.ts";
import { forwardDialog } from "../overlays/forward-dialog.ts";
import type { AppState } from "../state/app-state.ts";
import { showMessage } from "../state/messages.ts";
import { closeOverlays, findOverlay, openOverlay, withOverlay } from "../state/overlays.ts";
import type { Store } from "../store.ts";
import { receiverNow, type ServicesNow } from "./services.ts";

export interface ForwardActions {
  /** Opens the dialog with the current target. */
  askForward(): void;
  /** Sets the target from the dialog, which stays open if that fails. */
  setForward(): Promise<void>;
}

export function createForwardActions(store: Store<AppState>, services: ServicesNow): ForwardActions {
  return {
    askForward() {
      const { forward } = store.get().session.receiver;
      store.update(openOverlay(forwardDialog(forward?.target ?? null)));
    },
    async setForward() {
      const dialog = findOverlay(store.get(), "forward");
      if (dialog === null || dialog.saving) return;
      const target = dialog.target.value.trim();
      store.update(withOverlay("forward", (open) => ({ ...open, saving: true, error: null })));
      try {
        await receiverNow(services).setForward(target === "" ? null : target);
        store.update(closeOverlays("forward"));
        const done = target === "" ? "Forwarding stopped" : `Forwarding deliveries to ${target}`;
        store.update(showMessage("ok", done, Date.now()));
      } catch (error) {
        if (!isHooklensError(error)) throw error;
        const { message } = error;
        store.update(withOverlay("forward", (open) => ({ ...open, saving: false, error: message })));
      }
    },
  };
}
