import type { ReceiverState } from "../../engine/receiver-state.ts";
import { failureLine } from "../../model/errors.ts";
import { parseFilter } from "../../model/filter-parse.ts";
import { filterValue } from "../../model/filter-value.ts";
import { timeOfDay } from "../../text/clock-time.ts";
import { plural } from "../../text/numbers.ts";
import { keyOf } from "../../tui/frame/key-label.ts";
import { showMessage, topicEnded } from "../../tui/state/messages.ts";
import { shownZone } from "../../tui/state/preferences.ts";
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

/** Reports for each saved handler whether its new version runs, and how many failures it may solve. */
export function showHandlerNews(
  app: App,
  before: readonly HandlerState[],
  after: readonly HandlerState[],
): void {
  const { store } = app;
  for (const state of after) {
    const { route, file, loads, error } = state;
    const known = before.find((one) => one.route === route)?.loads ?? 0;
    if (loads === known) continue;
    const topic = `handler ${route}`;
    store.dispatch(topicEnded(topic));
    if (error !== null) {
      const text = `${file} is broken: ${error} · ${meanwhile(store, state)}`;
      showMessage(store, "error", text, { topic });
    } else if (known === 0) showMessage(store, "ok", `${file} loaded`, { topic });
    else void showReload(app, state, topic);
  }
}

function meanwhile(store: Store, { ready, readyAt }: HandlerState): string {
  if (!ready) return "its deliveries fail";
  if (readyAt === null) return "the previous version still runs";
  return `the version of ${timeOfDay(Date.parse(readyAt), shownZone(store.get()))} still runs`;
}

/** Duration of the message about failures, in milliseconds: it names a key to press. */
const failuresMs = 10_000;

/** Reports a reloaded handler with the open failures of its route. */
async function showReload(app: App, { route, file, loads }: HandlerState, topic: string): Promise<void> {
  const { store, services, registry } = app;
  const filter = parseFilter(openFailures([route]));
  // Without its number the news still tells what it is about.
  const failures = await services.reader.count(filter).catch(() => 0);
  const session = sessionSlice.get(store.get());
  // Another save is reported by itself.
  if (session.receiver.handlers.find((one) => one.route === route)?.loads !== loads) return;
  const others = session.reloaded.filter((one) => one !== route);
  store.dispatch(setSession({ reloaded: failures === 0 ? others : [...others, route] }));
  if (failures === 0) return showMessage(store, "ok", `${file} reloaded`, { topic });
  const key = keyOf(registry, "receiver.replay-failures");
  const open = `${plural(failures, "open failure")}, ${key} replays ${failures === 1 ? "it" : "them"}`;
  showMessage(store, "ok", `${file} reloaded · ${open}`, { topic, durationMs: failuresMs });
}

/** Returns the filter of the failed events of routes. */
export function openFailures(routes: readonly string[]): string {
  return `is:open is:failed route:${routes.map(filterValue).join("|")}`;
}
