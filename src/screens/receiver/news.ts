import { failureLine } from "../../model/errors.ts";
import { keyOf } from "../../tui/frame/key-label.ts";
import type { Registry } from "../../tui/registry.ts";
import { type MessageOptions, showMessage, topicEnded } from "../../tui/state/messages.ts";
import type { Store } from "../../tui/state/store.ts";
import { sessionSlice, setSession, type TunnelState } from "../session.ts";

/** Messages about changes of the tunnel, including those by other clients. */
export interface TunnelMessages {
  /** Called when the state changes; `afterLoss` is true if the receiver was lost before the change. */
  stateChanged(before: TunnelState, after: TunnelState, afterLoss: boolean): void;
  /** Called when the user opens the tunnel, so that the same failure is shown again. */
  opening(): void;
  /** Called with the result of opening the tunnel. */
  opened(state: TunnelState): void;
}

export function createTunnelMessages(store: Store, registry: Registry): TunnelMessages {
  const show = (tone: "ok" | "warn" | "error", text: string, options?: MessageOptions) =>
    showMessage(store, tone, text, options);

  /** Shows a failure once, although both the result and the receiver's state report it. */
  function showFailure(state: TunnelState): void {
    if (state.kind !== "failed") return;
    const text = failureLine(state);
    if (text === sessionSlice.get(store.get()).tunnelFailure) return;
    store.dispatch(setSession({ tunnelFailure: text }));
    show("error", text, { topic: "tunnel" });
  }

  function removeToasts(): void {
    store.dispatch(topicEnded("tunnel"));
    store.dispatch(setSession({ tunnelFailure: null }));
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
          return show("warn", `The tunnel was lost (${after.reason}). Reconnecting automatically.`, {
            topic: "tunnel",
            isPassing: true,
          });
        case "failed":
          return before.kind === "failed" ? undefined : showFailure(after);
        case "off": {
          if (before.kind === "off" || before.kind === "failed") return;
          const wasUp = before.kind === "open" || before.kind === "reconnecting";
          removeToasts();
          if (!afterLoss) return show("ok", "The tunnel is closed");
          if (wasUp) {
            const key = keyOf(registry, "tunnel.toggle");
            show("warn", `The tunnel closed with the receiver. ${key} reopens it.`);
          }
          return undefined;
        }
        case "opening":
          return undefined;
      }
    },
    opening() {
      store.dispatch(setSession({ tunnelFailure: null }));
    },
    opened: showFailure,
  };
}
