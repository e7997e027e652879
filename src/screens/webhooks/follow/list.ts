import { coalesce } from "../../../async/coalesce.ts";
import { isHooklensError } from "../../../model/errors.ts";
import { report } from "../../../tui/report.ts";
import { navSlice } from "../../../tui/state/nav.ts";
import type { App } from "../../app.ts";
import { hubFound, hubLost, setHub, sessionSlice, type Session } from "../../connection-state.ts";
import type { WebhooksRunning } from "../running.ts";
import { webhooksLoaded, webhookList, webhooksSlice } from "../state/webhooks.ts";

/** Shortest interval between two polls of the list while another screen is visible, in milliseconds. */
const hiddenPollMs = 5_000;

/** Keeps the list and the state of the hub current. */
export function watchList({ store, services }: App): Pick<WebhooksRunning, "load" | "stop"> {
  const load = coalesce(
    async () => {
      const { hub } = services;
      if (hub === null) return;
      const before = webhooksSlice.get(store.get()).items;
      const items = await hub.listWebhooks();
      // A change confirmed meanwhile may be newer than the list.
      if (webhooksSlice.get(store.get()).items !== before) {
        load();
        return;
      }
      const isFirst = webhooksSlice.get(store.get()).loadedAtMs === null;
      store.batch(() => {
        store.dispatch(webhooksLoaded(items, store.nowMs()));
        if (isFirst) store.dispatch(webhookList(store.get()).select(0));
      });
      hubFound(store);
      const { account } = sessionSlice.get(store.get()).hub;
      if (account === null) store.dispatch(setHub({ account: (await hub.whoami()).name }));
    },
    (error) => {
      if (isHooklensError(error)) hubLost(store, error);
      else report(store, error);
    },
  );

  services.events.hub.on(load);
  // A request takes as long as a frame: a list visible only as a count is polled rarely.
  let polledMs = 0;
  services.events.poll.on(() => {
    const { link } = sessionSlice.get(store.get()).hub;
    const isVisible = navSlice.get(store.get()).screen === "webhooks";
    if (!isVisible && link.state === "up" && store.nowMs() - polledMs < hiddenPollMs) return;
    polledMs = store.nowMs();
    load();
  });

  let knownUrl: string | null = null;
  const unsubscribe = store.subscribe(() => {
    const url = tunnelUrl(sessionSlice.get(store.get()).receiver);
    if (url === knownUrl) return;
    knownUrl = url;
    // The list marks webhooks with an old tunnel URL.
    if (url !== null) load();
  });

  return {
    load,
    stop: unsubscribe,
  };
}

/** Returns the URL of an open tunnel; null if none is open. */
function tunnelUrl({ tunnel }: Session["receiver"]): string | null {
  return tunnel?.state.kind === "open" ? tunnel.state.url : null;
}
