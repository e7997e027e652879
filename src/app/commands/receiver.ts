import { webhookAddress, strayWebhooks } from "../public-url.ts";
import type { AppState } from "../slice.ts";
import { closeOverlay, findOverlay } from "../state/overlays.ts";
import { isClosed, sessionSlice } from "../state/session.ts";
import { webhooksSlice } from "../state/webhooks-state.ts";
import type { Command } from "./command.ts";

function needsReceiver(state: AppState): string | null {
  const session = sessionSlice.get(state);
  const { link } = session.receiver;
  if (link.state === "up") return null;
  return link.state === "lost" ? "the connection to the receiver is lost" : "the receiver is still starting";
}

/** Returns why the tunnel can be neither opened nor closed; null if it can. */
export function needsTunnel(state: AppState): string | null {
  const { tunnel, publicUrl, secretSet, open } = sessionSlice.get(state).receiver;
  const why = needsReceiver(state);
  if (why !== null) return why;
  if (tunnel !== null) {
    return secretSet || open || !isClosed(tunnel.state)
      ? null
      : "the receiver has no secret; set WEBHOOK_SECRET or receiver.secret, or allow everyone with receiver.open";
  }
  return publicUrl === null ? "no tunnel is configured" : `the receiver is already public at ${publicUrl}`;
}

/** Reports whether a tunnel is configured and closed. */
export function canOpenTunnel(state: AppState): boolean {
  const session = sessionSlice.get(state);
  const { tunnel } = session.receiver;
  return tunnel !== null && isClosed(tunnel.state);
}

function needsStrayWebhooks(state: AppState): string | null {
  const { receiver } = sessionSlice.get(state);
  if (receiver.tunnel?.state.kind !== "open") return "no tunnel is open";
  return strayWebhooks(receiver, webhooksSlice.get(state).items).length === 0
    ? "no webhook uses an old tunnel URL"
    : null;
}

const ignoresKeys = (state: AppState) =>
  findOverlay(state, "stray-webhooks")?.acceptsKeys === true ? null : "this dialog has just opened";

/** Commands of the receiver and its dialogs. */
export const receiverCommands: readonly Command[] = [
  {
    id: "tunnel.toggle",
    scope: "global",
    keys: ["o"],
    title: "Open or close the tunnel",
    disabledReason: needsTunnel,
    run({ store, receiver }) {
      return canOpenTunnel(store.get()) ? receiver.openTunnel() : receiver.askToClose();
    },
  },
  {
    id: "tunnel.copy",
    scope: "global",
    keys: [],
    title: "Copy the public URL",
    disabledReason: (state) =>
      sessionSlice.get(state).receiver.publicUrl === null ? "there is no public URL; o opens a tunnel" : null,
    run({ store, terminal }) {
      const address = webhookAddress(sessionSlice.get(store.get()).receiver);
      if (address !== null) terminal.copy(address);
    },
  },
  {
    id: "tunnel.stray-webhooks",
    scope: "global",
    keys: [],
    title: "Update old tunnel URLs",
    disabledReason: needsStrayWebhooks,
    run: ({ receiver }) => receiver.askStrayWebhooks(),
  },
  {
    id: "forward.ask",
    scope: "global",
    keys: [],
    title: "Forward deliveries",
    disabledReason: needsReceiver,
    run: ({ receiver }) => receiver.askForward(),
  },
  {
    id: "forward.set",
    scope: "forward",
    keys: ["enter", "ctrl+s"],
    title: "Set the forward target",
    footerLabel: "forward",
    run: ({ receiver }) => receiver.setForward(),
  },
  {
    id: "forward.leave",
    scope: "forward",
    keys: ["esc"],
    title: "Cancel",
    footerLabel: "cancel",
    run: ({ store }) => store.dispatch(closeOverlay()),
  },
  {
    id: "stray-webhooks.update",
    scope: "stray-webhooks",
    keys: ["y"],
    title: "Update all webhooks",
    footerLabel: "update",
    disabledReason: (state) =>
      ignoresKeys(state) ??
      (findOverlay(state, "stray-webhooks")?.updating === true ? "an update is in progress" : null),
    run: ({ receiver }) => receiver.updateStrayWebhooks(),
  },
  {
    id: "stray-webhooks.leave",
    scope: "stray-webhooks",
    keys: ["esc", "enter", "n", "q"],
    title: "Cancel",
    footerLabel: "cancel",
    disabledReason: ignoresKeys,
    run: ({ store }) => store.dispatch(closeOverlay()),
  },
];
