import { isHooklensError } from "../../model/errors.ts";
import { forwardDialog } from "../overlays/forward-dialog.ts";
import type { AppState } from "../state/app-state.ts";
import { say } from "../state/messages.ts";
import { closeKind, findOverlay, openOverlay, withOverlay } from "../state/overlays.ts";
import type { Store } from "../store.ts";
import { receiverNow, type ServicesNow } from "./services.ts";

export interface ForwardWork {
  /** Opens the dialog with the current target. */
  askForward(): void;
  /** Sets the target from the dialog, which stays open if that fails. */
  setForward(): Promise<void>;
}

export function createForwardWork(store: Store<AppState>, services: ServicesNow): ForwardWork {
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
        store.update(closeKind("forward"));
        const done = target === "" ? "Forwarding stopped" : `Forwarding deliveries to ${target}`;
        store.update(say("ok", done, Date.now()));
      } catch (error) {
        if (!isHooklensError(error)) throw error;
        const { message } = error;
        store.update(withOverlay("forward", (open) => ({ ...open, saving: false, error: message })));
      }
    },
  };
}
