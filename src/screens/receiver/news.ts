import type { ReceiverState } from "../../engine/receiver-state.ts";
import { failureLine } from "../../model/errors.ts";
import { keyOf } from "../../tui/frame/key-label.ts";
import { showMessage, topicEnded } from "../../tui/state/messages.ts";
import type { Store } from "../../tui/state/store.ts";
import type { App } from "../app.ts";
import { sessionSlice, setSession, type TunnelState } from "../connection-state.ts";

/**
 * Reports changes of the tunnel, possibly by another client.
 * @param afterLoss true if the receiver was lost before the change
 */
export function showTunnelNews(
  { store, registry }: App,
  before: TunnelState,
  after: TunnelState,
  afterLoss: boolean,
): void {
  switch (after.kind) {
    case "open": {
      if (before.kind === "open" && before.url === after.url) return;
      const isBack = before.kind === "reconnecting" && before.url === after.url;
      removeToasts(store);
      return showMessage(
        store,
        "ok",
        isBack ? "The tunnel is open again" : `The tunnel is open: ${after.url}`,
      );
    }
    case "reconnecting":
      if (before.kind === "reconnecting") return;
      return showMessage(
        store,
        "warn",
        `The tunnel was lost (${after.reason}). Reconnecting automatically.`,
        {
          topic: "tunnel",
          isPassing: true,
        },
      );
    case "failed":
      return before.kind === "failed" ? undefined : showTunnelFailure(store, after);
    case "off": {
      if (before.kind === "off" || before.kind === "failed") return;
      const wasUp = before.kind === "open" || before.kind === "reconnecting";
      removeToasts(store);
      if (!afterLoss) return showMessage(store, "ok", "The tunnel is closed");
      if (wasUp) {
        const key = keyOf(registry, "tunnel.toggle");
        showMessage(store, "warn", `The tunnel closed with the receiver. ${key} reopens it.`);
      }
      return undefined;
    }
    case "opening":
      return undefined;
  }
}

function removeToasts(store: Store): void {
  store.dispatch(topicEnded("tunnel"));
  store.dispatch(setSession({ tunnelFailure: null }));
}

/** Shows a failure once, although both the result of opening and the receiver's state report it. */
export function showTunnelFailure(store: Store, state: TunnelState): void {
  if (state.kind !== "failed") return;
  const text = failureLine(state);
  if (text === sessionSlice.get(store.get()).tunnelFailure) return;
  store.dispatch(setSession({ tunnelFailure: text }));
  showMessage(store, "error", text, { topic: "tunnel" });
}

type HandlerState = ReceiverState["handlers"][number];

/** Reports for each saved handler whether its new version runs. */
export function showHandlerNews(
  store: Store,
  before: readonly HandlerState[],
  after: readonly HandlerState[],
): void {
  for (const { route, file, loads, error, ready } of after) {
    const known = before.find((one) => one.route === route)?.loads ?? 0;
    if (loads === known) continue;
    const topic = `handler ${route}`;
    store.dispatch(topicEnded(topic));
    if (error === null) showMessage(store, "ok", `${file} ${known === 0 ? "loaded" : "reloaded"}`, { topic });
    else {
      const meanwhile = ready ? "The previous version runs." : "Its deliveries fail.";
      showMessage(store, "error", `${file} is broken: ${error}. ${meanwhile}`, { topic });
    }
  }
}
