import { webhooksUsingTunnel } from "../public-url.ts";
import { showMessage } from "../state/messages.ts";
import { openOverlay } from "../state/overlays.ts";
import { setReceiver, sessionSlice } from "../state/session.ts";
import { webhooksSlice } from "../state/webhooks-state.ts";
import type { Store } from "../store.ts";
import { createForwardActions, type ForwardActions } from "./forward.ts";
import { receiverNow, type ServicesNow } from "./services.ts";
import { createStrayWebhooksActions, type StrayWebhooksActions } from "./stray-webhooks.ts";
import { createTunnelMessages } from "./tunnel-news.ts";
import { saveTunnelUrl, readTunnelUrls } from "./tunnel-urls.ts";

/** Actions on the receiver: its tunnel, its forward target, and the webhooks that send to it. */
export interface ReceiverActions extends ForwardActions, StrayWebhooksActions {
  /** Loads the tunnel URLs saved in this data directory. */
  load(): Promise<void>;
  /** Resolves when the tunnel is open or has failed; failures are shown. */
  openTunnel(): Promise<void>;
  closeTunnel(): Promise<void>;
  /** Closes the tunnel, after confirmation if webhooks use it. */
  askToClose(): Promise<void>;
}

/** @param onNewUrl called when the receiver's public URL changes */
export function createReceiverActions(
  store: Store,
  services: ServicesNow,
  dataDir: string,
  onNewUrl: () => void,
): ReceiverActions {
  const tunnelMessages = createTunnelMessages(store);
  const strays = createStrayWebhooksActions(store, services);
  let known = sessionSlice.get(store.get()).receiver;
  let wasLost = false;

  const unsubscribe = store.subscribe(() => {
    const { receiver } = sessionSlice.get(store.get());
    if (receiver === known) return;
    const before = known.tunnel;
    known = receiver;
    const afterLoss = wasLost;
    wasLost = receiver.link.state === "lost";
    if (receiver.tunnel === before || receiver.tunnel === null) return;
    const { state } = receiver.tunnel;
    if (before !== null) tunnelMessages.stateChanged(before.state, state, afterLoss);
    if (state.kind === "open" && receiver.tunnelUrls.at(-1) !== state.url) void saveUrl(state.url);
  });

  async function saveUrl(url: string): Promise<void> {
    onNewUrl();
    try {
      addUrls(await saveTunnelUrl(dataDir, url));
    } catch (error) {
      // The tunnel still works if its URL cannot be saved.
      const why = error instanceof Error ? error.message : String(error);
      showMessage(store, "warn", `The tunnel URL could not be saved (${why}).`);
      addUrls([url]);
    }
  }

  /** Adds URLs to the state, whether or not they could be saved. */
  function addUrls(urls: readonly string[]): void {
    const rest = sessionSlice.get(store.get()).receiver.tunnelUrls.filter((one) => !urls.includes(one));
    store.dispatch(setReceiver({ tunnelUrls: [...rest, ...urls] }));
  }

  async function closeTunnel(): Promise<void> {
    await receiverNow(services).closeTunnel();
  }

  return {
    ...createForwardActions(store, services),
    ...strays,
    async load() {
      const urls = await readTunnelUrls(dataDir);
      const { tunnelUrls } = sessionSlice.get(store.get()).receiver;
      // A tunnel opened meanwhile stays the newest.
      store.dispatch(setReceiver({ tunnelUrls: [...new Set([...urls, ...tunnelUrls])] }));
    },
    async openTunnel() {
      tunnelMessages.opening();
      tunnelMessages.opened(await receiverNow(services).openTunnel());
    },
    closeTunnel,
    async askToClose() {
      const session = sessionSlice.get(store.get());
      const webhooks = webhooksSlice.get(store.get());
      const using = webhooksUsingTunnel(session.receiver, webhooks.items);
      if (using.length === 0) return closeTunnel();
      store.dispatch(
        openOverlay({
          kind: "confirm",
          title: "Close the tunnel?",
          lines: closingLines(using),
          verb: "close",
          action: { kind: "close-tunnel" },
        }),
      );
    },
    stop() {
      unsubscribe();
      strays.stop();
    },
  };
}

/** Maximum webhooks listed; more would hide the question in a small terminal. */
const maxNamed = 4;

function closingLines(using: readonly { readonly id: string; readonly url: string }[]): readonly string[] {
  const more = using.length - maxNamed;
  return [
    using.length === 1 ? "This webhook uses it:" : "These webhooks use it:",
    ...using.slice(0, maxNamed).map(({ id, url }) => `${id} ${url}`),
    ...(more > 0 ? [`and ${more} more`] : []),
    "Deliveries do not arrive until a tunnel opens at the same URL.",
  ];
}
