import type { Clock } from "../../../model/clock.ts";
import type { ConnectionEvents } from "../provider.ts";

/** Judges from the SDK's events whether a session works. */
export interface SessionHealth {
  disconnected(): void;
  heartbeat(responded: boolean): void;
  /** Treats the session as interrupted until the next answered heartbeat. */
  doubt(reason: string): void;
  stop(): void;
}

/** Time the SDK has to reconnect. Its third attempt is after 2.5 s, its fourth two minutes later. */
const recoverTimeoutMs = 15_000;
/** The first heartbeat of a new connection precedes the request for the address, which takes at most this long. */
const settleMs = 3_000;

/**
 * Watches a session. The SDK reconnects by itself if a connection is cut, but after a few seconds only at long intervals; if
 * heartbeats stay unanswered, as after sleep, it does nothing. It does not report that a reconnection got another address.
 * Therefore a session is given up if it does not recover soon, or if it recovers and its address may have changed.
 * @param keepsAddress the address is a fixed domain
 */
export function watchSession(events: ConnectionEvents, clock: Clock, keepsAddress: boolean): SessionHealth {
  let trouble: "none" | "mute" | "cut" = "none";
  let cancel = (): void => {};

  function later(ms: number, then: () => void): void {
    cancel();
    cancel = clock.after(ms, then);
  }

  function suspect(kind: "mute" | "cut", reason: string): void {
    const isNew = trouble !== kind;
    trouble = trouble === "cut" ? "cut" : kind;
    if (isNew || kind === "cut") later(recoverTimeoutMs, () => events.lost(reason));
    if (isNew) events.interrupted(reason);
  }

  function back(): void {
    trouble = "none";
    events.resumed();
  }

  return {
    disconnected: () => suspect("cut", "the connection to ngrok was cut"),
    heartbeat(responded) {
      if (!responded) return suspect("mute", "ngrok does not respond");
      if (trouble === "mute") {
        cancel();
        back();
      } else if (trouble === "cut") {
        later(settleMs, keepsAddress ? back : () => events.lost("ngrok is back, perhaps at another address"));
      }
    },
    doubt: (reason) => suspect("mute", reason),
    stop: () => cancel(),
  };
}
