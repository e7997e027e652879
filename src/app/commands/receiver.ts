import { webhookAddress, strayWebhooks } from "../public-url.ts";
import type { AppState } from "../state/app-state.ts";
import { closeOverlay, findOverlay } from "../state/overlays.ts";
import { isClosed } from "../state/session.ts";
import type { Command } from "./command.ts";

function needsReceiver({ session }: AppState): string | null {
  const { link } = session.receiver;
  if (link.state === "up") return null;
  return link.state === "lost" ? "the receiver is lost" : "the receiver is still starting";
}

/** Why the tunnel can be neither opened nor closed. */
export function needsTunnel(state: AppState): string | null {
  const { tunnel, publicUrl, secretSet, open } = state.session.receiver;
  const why = needsReceiver(state);
  if (why !== null) return why;
  if (tunnel !== null) {
    return secretSet || open || !isClosed(tunnel.state)
      ? null
      : "the receiver has no secret: set WEBHOOK_SECRET or receiver.secret, or receiver.open";
  }
  return publicUrl === null
    ? "this receiver opens no tunnel"
    : `the internet reaches this receiver at ${publicUrl} as it is`;
}

/** There is one that is neither open nor about to be. */
export function canOpenTunnel({ session }: AppState): boolean {
  const { tunnel } = session.receiver;
  return tunnel !== null && isClosed(tunnel.state);
}

function needsStrays(state: AppState): string | null {
  const { receiver } = state.session;
  if (receiver.tunnel?.state.kind !== "open") return "no tunnel is open that they could be sent to";
  return strayWebhooks(receiver, state.webhooks.items).length === 0 ? "no webhook sends to an old one" : null;
}

const isDeaf = (state: AppState) =>
  findOverlay(state, "stray-webhooks")?.listens === true ? null : "this has just come up";

/** What can be done with the receiver, on every screen and in its dialogs. */
export const receiverCommands: readonly Command[] = [
  {
    id: "tunnel.toggle",
    scope: "global",
    keys: ["o"],
    title: "Open the tunnel to the internet, or close it",
    off: needsTunnel,
    run({ store, receiver }) {
      return canOpenTunnel(store.get()) ? receiver.openTunnel() : receiver.askToClose();
    },
  },
  {
    id: "tunnel.copy",
    scope: "global",
    keys: [],
    title: "Copy the public URL of the receiver",
    off: ({ session }) =>
      session.receiver.publicUrl === null
        ? "the internet does not reach this receiver; o opens a tunnel"
        : null,
    run({ store, terminal }) {
      const address = webhookAddress(store.get().session.receiver);
      if (address !== null) terminal.copy(address);
    },
  },
  {
    id: "tunnel.stray-webhooks",
    scope: "global",
    keys: [],
    title: "Update the webhooks that send to an old URL of the tunnel",
    off: needsStrays,
    run: ({ receiver }) => receiver.askStrayWebhooks(),
  },
  {
    id: "forward.ask",
    scope: "global",
    keys: [],
    title: "Forward deliveries to…",
    off: needsReceiver,
    run: ({ receiver }) => receiver.askForward(),
  },
  {
    id: "forward.set",
    scope: "forward",
    keys: ["enter", "ctrl+s"],
    title: "Forward there; to nowhere where nothing is typed",
    short: "forward",
    run: ({ receiver }) => receiver.setForward(),
  },
  {
    id: "forward.leave",
    scope: "forward",
    keys: ["esc"],
    title: "Leave the forward as it is",
    short: "leave",
    run: ({ store }) => store.update(closeOverlay),
  },
  {
    id: "stray-webhooks.update",
    scope: "stray-webhooks",
    keys: ["y"],
    title: "Update them all",
    short: "update",
    off: (state) =>
      isDeaf(state) ??
      (findOverlay(state, "stray-webhooks")?.updating === true ? "they are being updated" : null),
    run: ({ receiver }) => receiver.updateStrayWebhooks(),
  },
  {
    id: "stray-webhooks.leave",
    scope: "stray-webhooks",
    keys: ["esc", "enter", "n", "q"],
    title: "Leave them as they are",
    short: "leave",
    off: isDeaf,
    run: ({ store }) => store.update(closeOverlay),
  },
];
