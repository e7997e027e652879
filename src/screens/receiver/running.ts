import { forwardTargets, tunnelUrls } from "../../engine/url-history.ts";
import { errorText } from "../../model/errors.ts";
import type { Registry } from "../../tui/registry.ts";
import { showMessage } from "../../tui/state/messages.ts";
import { receiverNow, type FeatureContext } from "../context.ts";
import { namesSlice, setNames } from "../names.ts";
import { setReceiver, sessionSlice } from "../session.ts";
import { showHandlerNews } from "./handler-news.ts";
import { createTunnelMessages } from "./news.ts";

/** Actions on the receiver: its tunnel and its forward target. */
export interface ReceiverEffects {
  /** Sets the forward target; null stops forwarding. */
  setForward(target: string | null): Promise<void>;
  /** Opens the tunnel; resolves when it is open or has failed. A failure is shown as a message. */
  openTunnel(): Promise<void>;
  closeTunnel(): Promise<void>;
  /** Stops watching the state. */
  stop(): void;
}

export function createReceiverEffects(context: FeatureContext, registry: Registry): ReceiverEffects {
  const { store, services, dataDir, events } = context;
  const tunnels = tunnelUrls(dataDir);
  const targets = forwardTargets(dataDir);
  const tunnelMessages = createTunnelMessages(store, registry);
  let known = sessionSlice.get(store.get()).receiver;
  let wasLost = false;

  const unsubscribe = store.subscribe(() => {
    const { receiver } = sessionSlice.get(store.get());
    if (receiver === known) return;
    const target = receiver.forward?.target;
    if (target !== undefined && target !== known.forward?.target) void saveTarget(target);
    const { tunnel: before, handlers, pid } = known;
    known = receiver;
    // Another receiver, or the first, loads all handlers.
    if (receiver.pid === pid) showHandlerNews(store, handlers, receiver.handlers);
    const afterLoss = wasLost;
    wasLost = receiver.link.state === "lost";
    if (receiver.tunnel === before || receiver.tunnel === null) return;
    const { state } = receiver.tunnel;
    if (before !== null) tunnelMessages.stateChanged(before.state, state, afterLoss);
    if (state.kind === "open" && receiver.tunnelUrls.at(-1) !== state.url) void saveUrl(state.url);
  });

  async function saveUrl(url: string): Promise<void> {
    try {
      addUrls(await tunnels.save(url));
    } catch (error) {
      // The tunnel still works if its URL cannot be saved.
      const why = errorText(error);
      showMessage(store, "warn", `The tunnel URL could not be saved (${why}).`);
      addUrls([url]);
    }
  }

  /** Adds URLs to the state as the newest. */
  function addUrls(urls: readonly string[]): void {
    const rest = sessionSlice.get(store.get()).receiver.tunnelUrls.filter((one) => !urls.includes(one));
    store.dispatch(setReceiver({ tunnelUrls: [...rest, ...urls] }));
  }

  /** Remembers a forward target for the suggestions of later forms. */
  async function saveTarget(target: string): Promise<void> {
    try {
      showTargets(await targets.save(target));
    } catch {
      // The suggestions of this app include a target that cannot be saved.
      showTargets([...namesSlice.get(store.get()).targets.toReversed(), target]);
    }
  }

  /** @param saved targets, newest last */
  function showTargets(saved: readonly string[]): void {
    store.dispatch(setNames({ targets: saved.toReversed() }));
  }

  events.ready.on(async () => {
    showTargets(await targets.read());
    const urls = await tunnels.read();
    const { tunnelUrls: opened } = sessionSlice.get(store.get()).receiver;
    // The URL of a tunnel opened in the meantime stays the newest.
    store.dispatch(setReceiver({ tunnelUrls: [...new Set([...urls, ...opened])] }));
  });

  return {
    setForward: (target) => receiverNow(services).setForward(target),
    async openTunnel() {
      tunnelMessages.opening();
      tunnelMessages.opened(await receiverNow(services).openTunnel());
    },
    async closeTunnel() {
      await receiverNow(services).closeTunnel();
    },
    stop() {
      unsubscribe();
    },
  };
}
