import { isHooklensError } from "../../model/errors.ts";
import { showMessage } from "../../tui/state/messages.ts";
import { closeDialogs, openDialog } from "../../tui/state/nav.ts";
import { receiverNow, type FeatureContext } from "../context.ts";
import { sessionSlice } from "../session.ts";
import { forwardDialog, forwardKind } from "./forward-dialog.ts";

export interface ForwardEffects {
  /** Opens the dialog with the current target. */
  askForward(): void;
  /** Sets the target from the dialog, which stays open if that fails. */
  setForward(): Promise<void>;
}

export function createForwardEffects({ store, services }: FeatureContext): ForwardEffects {
  return {
    askForward() {
      const { forward } = sessionSlice.get(store.get()).receiver;
      store.dispatch(openDialog(forwardDialog(forward?.target ?? null)));
    },
    async setForward() {
      const dialog = forwardKind.find(store.get());
      if (dialog === null || dialog.saving) return;
      const target = dialog.target.value.trim();
      forwardKind.change(store, (open) => ({ ...open, saving: true, error: null }));
      try {
        await receiverNow(services).setForward(target === "" ? null : target);
        store.dispatch(closeDialogs("forward"));
        const done = target === "" ? "Forwarding stopped" : `Forwarding deliveries to ${target}`;
        showMessage(store, "ok", done);
      } catch (error) {
        if (!isHooklensError(error)) throw error;
        const { message } = error;
        forwardKind.change(store, (open) => ({ ...open, saving: false, error: message }));
      }
    },
  };
}
