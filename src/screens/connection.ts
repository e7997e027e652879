import { setTimeout as delay } from "node:timers/promises";
import { coalesce } from "../async/coalesce.ts";
import type { AppEngine, AppEngineOptions } from "../engine/child/ensure-engine.ts";
import { ensureEngine } from "../engine/child/ensure-engine.ts";
import type { ReceiverControl } from "../engine/client.ts";
import { connectReceiver } from "../engine/control/client.ts";
import { EngineGoneError } from "../engine/errors.ts";
import { boundHeap } from "../engine/heap.ts";
import type { HubClient } from "../hub/client.ts";
import { createHubClient } from "../hub/create-hub-client.ts";
import { isHooklensError } from "../model/errors.ts";
import { engineRetryDelaysMs, repeatingDelayMs } from "../model/retry-schedules.ts";
import type { LogPosition } from "../store/delivery-log.ts";
import { report } from "../tui/report.ts";
import { showMessage, topicEnded } from "../tui/state/messages.ts";
import type { Store } from "../tui/state/store.ts";
import {
  hubLost,
  lostLink,
  applyReceiverState,
  setHub,
  setReceiver,
  sessionSlice,
} from "./connection-state.ts";

export interface ConnectionOptions extends AppEngineOptions {
  /** Hub to connect to; null for the embedded hub. */
  readonly remote: { readonly endpoint: string; readonly token: string } | null;
}

export interface Connection {
  /** Returns the client of the hub; null until the embedded hub runs. */
  hub(): HubClient | null;
  /** Returns the control of the receiver; null while disconnected. */
  receiver(): ReceiverControl | null;
  /**
   * Stops an engine started by this app, and resolves when it has released its roles.
   * @returns the number of deliveries that wait in its queue for the next start
   */
  close(): Promise<number>;
}

export interface ConnectionEvents {
  /** Called when the embedded hub runs, also after an engine restart. */
  onHub(): void;
  /** Called periodically: another app or command may have changed the hub. */
  onPoll(): void;
  /** Called with each log position reported by the receiver. */
  onPosition(position: LogPosition): void;
}

/** Poll interval for the hub's lists, in milliseconds. */
const pollMs = { local: 1_500, remote: 30_000 };

/**
 * Keeps the app connected to its hub and to the engine of its data directory. The engine is started if none
 * runs, and restarted if it exits.
 */
export function connect(store: Store, options: ConnectionOptions, events: ConnectionEvents): Connection {
  boundHeap();
  const stop = new AbortController();
  const { remote } = options;
  let hub = remote === null ? null : createHubClient(remote);
  let receiver: ReceiverControl | null = null;
  let engine: AppEngine | null = null;
  let unwatch = () => {};

  async function attach(onGone: () => void): Promise<ReceiverControl> {
    engine = await (engine === null ? ensureEngine(options) : engine.restore());
    unwatch = engine.watch(onGone);
    for (const note of engine.notes) showMessage(store, "warn", note);
    if (remote === null && engine.hub !== null) {
      const { url, token, missedPort } = engine.hub;
      hub = createHubClient({ endpoint: url, token });
      const moved = missedPort === null ? null : { from: missedPort, to: Number(new URL(url).port) };
      store.dispatch(setHub({ moved }));
      events.onHub();
    }
    if (engine.hubFailure !== null) hubLost(store, engine.hubFailure);
    const running = engine.receiver;
    if (running === null) throw new TypeError("the engine did not start the requested receiver");
    receiver = connectReceiver(running);
    const state = await receiver.state();
    store.batch(() => {
      store.dispatch(setReceiver({ link: { state: "up" }, isOwn: engine?.ownsReceiver === true }));
      applyReceiverState(store, state);
    });
    return receiver;
  }

  const readState = coalesce(
    async () => {
      const asked = receiver;
      const state = await asked?.state();
      // The response of a lost receiver does not describe its successor.
      if (state !== undefined && asked === receiver) applyReceiverState(store, state);
    },
    (error) => {
      // The update stream reports the loss.
      if (!(error instanceof EngineGoneError)) report(store, error);
    },
  );

  /**
   * Passes on every position, and reloads the state after each change, until the app closes.
   * @throws {EngineGoneError} if the updates end before
   */
  async function followUpdates(control: ReceiverControl, signal: AbortSignal) {
    let cause: unknown;
    let changes: number | null = null;
    try {
      for await (const update of control.updates(signal)) {
        events.onPosition(update);
        if (update.changes !== changes) readState();
        changes = update.changes;
      }
    } catch (error) {
      if (!(error instanceof EngineGoneError)) throw error;
      cause = error;
    }
    if (stop.signal.aborted) return;
    throw new EngineGoneError({
      what: "the receiver process has stopped",
      hint: "It restarts automatically",
      cause,
    });
  }

  async function follow() {
    for (let losses = 0; !stop.signal.aborted;) {
      try {
        const lost = new AbortController();
        const control = await attach(() => lost.abort());
        store.dispatch(topicEnded("receiver"));
        if (losses > 0) showMessage(store, "ok", "Receiver reconnected");
        losses = 0;
        await followUpdates(control, AbortSignal.any([stop.signal, lost.signal]));
      } catch (error) {
        if (stop.signal.aborted) return;
        if (!isHooklensError(error)) return report(store, error);
        const { link } = sessionSlice.get(store.get()).receiver;
        // Only a new reason is shown as a message; the header shows the loss until the connection returns.
        if (link.state !== "lost" || link.why !== error.message) {
          report(store, error, { topic: "receiver", isPassing: error instanceof EngineGoneError });
        }
        store.dispatch(setReceiver({ link: lostLink(link, store.nowMs(), error.message) }));
      }
      unwatch();
      receiver = null;
      losses += 1;
      await delay(repeatingDelayMs(engineRetryDelaysMs, losses), undefined, { signal: stop.signal }).catch(
        () => undefined,
      );
    }
  }

  const following = follow();
  const poll = setInterval(events.onPoll, remote === null ? pollMs.local : pollMs.remote);
  poll.unref();

  return {
    hub: () => hub,
    receiver: () => receiver,
    async close() {
      clearInterval(poll);
      stop.abort();
      await following;
      return (await engine?.close()) ?? 0;
    },
  };
}
