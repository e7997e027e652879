import { failureLine } from "../../model/errors.ts";
import type { AppState } from "../state/app-state.ts";
import { showMessage, removeToast } from "../state/messages.ts";
import type { TunnelState } from "../state/session.ts";
import type { Store } from "../store.ts";

/** Shows messages about the tunnel, including changes by other clients. */
export interface TunnelMessages {
  /** Called when the state changes; `afterLoss` if the receiver was gone in between. */
  stateChanged(before: TunnelState, after: TunnelState, afterLoss: boolean): void;
  /** Called when the user opens the tunnel; the last failure may be shown again. */
  opening(): void;
  /** Called with the result of opening the tunnel. */
  opened(state: TunnelState): void;
}

export function createTunnelMessages(store: Store<AppState>): TunnelMessages {
  let failureMessage = "";
  let lossMessage = "";
  const show = (tone: "ok" | "warn" | "error", text: string) =>
    store.update(showMessage(tone, text, Date.now()));

  /** The result and the receiver's state report the same failure, in either order. */
  function showFailure(state: TunnelState): void {
    if (state.kind !== "failed") return;
    const text = failureLine(state);
    if (text === failureMessage) return;
    failureMessage = text;
    show("error", text);
  }

  function removeToasts(): void {
    if (lossMessage !== "") store.update(removeToast(lossMessage));
    if (failureMessage !== "") store.update(removeToast(failureMessage));
    lossMessage = "";
    failureMessage = "";
  }

  return {
    stateChanged(before, after, afterLoss) {
      switch (after.kind) {
        case "open": {
          if (before.kind === "open" && before.url === after.url) return;
          const isBack = before.kind === "reconnecting" && before.url === after.url;
          removeToasts();
          return show("ok", isBack ? "The tunnel is open again" : `The tunnel is open: ${after.url}`);
        }
        case "reconnecting":
          if (before.kind === "reconnecting") return;
          lossMessage = `The tunnel was lost (${after.reason}). Reconnecting automatically.`;
          return show("warn", lossMessage);
        case "failed":
          return before.kind === "failed" ? undefined : showFailure(after);
        case "off": {
          if (before.kind === "off" || before.kind === "failed") return;
          const wasUp = before.kind === "open" || before.kind === "reconnecting";
          removeToasts();
          if (!afterLoss) return show("ok", "The tunnel is closed");
          if (wasUp) show("warn", "The tunnel closed with the receiver. o reopens it.");
          return undefined;
        }
        case "opening":
          return undefined;
      }
    },
    opening() {
      failureMessage = "";
    },
    opened: showFailure,
  };
}
