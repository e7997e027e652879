import { coalesce } from "../../async/coalesce.ts";
import { forwardTargets, tunnelUrls } from "../../engine/url-history.ts";
import { errorText } from "../../model/errors.ts";
import type { Running } from "../../tui/records/screen.ts";
import { report } from "../../tui/report.ts";
import { showMessage } from "../../tui/state/messages.ts";
import type { App } from "../app.ts";
import { sessionSlice, setReceiver } from "../connection-state.ts";
import { namesSlice, setNames } from "../names.ts";
import { setupKind } from "./dialogs/setup-form.ts";
import { showHandlerNews, showTunnelNews } from "./news.ts";

/** Follows the receiver: reports changes, and keeps its URLs and targets. Reads the folder of the open setup form. */
export function startReceiver(app: App): Running {
  const unwatch = watchReceiver(app);
  const unwatchForm = watchSetupForm(app);
  return {
    stop() {
      unwatch();
      unwatchForm();
    },
  };
}

function watchReceiver(app: App): () => void {
  const { store, services } = app;
  const tunnels = tunnelUrls(services.dataDir);
  const targets = forwardTargets(services.dataDir);
  let known = sessionSlice.get(store.get()).receiver;
  let wasLost = false;

  const unwatch = store.subscribe(() => {
    const { receiver } = sessionSlice.get(store.get());
    if (receiver === known) return;
    const target = receiver.forward?.target;
    if (target !== undefined && target !== known.forward?.target) void saveTarget(target);
    const { tunnel: before, handlers, pid } = known;
    known = receiver;
    // Another receiver, or the first, loads all handlers.
    if (receiver.pid === pid) showHandlerNews(app, handlers, receiver.handlers);
    const afterLoss = wasLost;
    wasLost = receiver.link.state === "lost";
    if (receiver.tunnel === before || receiver.tunnel === null) return;
    const { state } = receiver.tunnel;
    if (before !== null) showTunnelNews(app, before.state, state, afterLoss);
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

  services.events.ready.on(async () => {
    showTargets(await targets.read());
    const urls = await tunnels.read();
    const { tunnelUrls: opened } = sessionSlice.get(store.get()).receiver;
    // The URL of a tunnel opened in the meantime stays the newest.
    store.dispatch(setReceiver({ tunnelUrls: [...new Set([...urls, ...opened])] }));
  });

  return unwatch;
}

/** Reads the target of a typed handlers folder. */
function watchSetupForm({ store, services }: App): () => void {
  const look = coalesce(
    async () => {
      const open = setupKind.find(store.get());
      if (open === null || open.folder?.typed === open.handlers.value) return;
      const folder = await services.receiverConfig.look(open.handlers.value);
      setupKind.change(store, (form) => ({ ...form, folder }));
    },
    (error) => report(store, error),
  );
  let known = setupKind.find(store.get());
  return store.subscribe(() => {
    const open = setupKind.find(store.get());
    if (open === known) return;
    known = open;
    if (open !== null && open.folder?.typed !== open.handlers.value) look();
  });
}
