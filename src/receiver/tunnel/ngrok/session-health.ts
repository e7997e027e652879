import type { Clock } from "../../../model/clock.ts";
import type { ConnectionEvents } from "../provider.ts";

/** What the SDK tells of a session, as far as one can know whether the tunnel works. */
export interface SessionHealth {
  disconnected(): void;
  heartbeat(answered: boolean): void;
  /** The machine was asleep: nothing is known until a heartbeat is answered. */
  doubt(reason: string): void;
  stop(): void;
}

/** How long the SDK may take to have the session again. Its third try is after 2.5 s, its fourth after two minutes more. */
const patienceMs = 15_000;
/** The heartbeat of a new connection comes before the address is asked for again; that is done, or refused, in so long. */
const settleMs = 3_000;

/**
 * Judges a session. The SDK reconnects by itself when a connection is cut, though after some seconds only at long intervals; when heartbeats are just
 * not answered, as after sleep, it does nothing at all. And it does not tell when a reconnection has got another address.
 * So a session that is not back soon is given up, and so is one that is back and may have moved.
 * @param keepsAddress whether the address is a fixed one
 */
export function watchSession(events: ConnectionEvents, clock: Clock, keepsAddress: boolean): SessionHealth {
  let trouble: "none" | "mute" | "cut" = "none";
  let cancel = (): void => {};

  function later(ms: number, then: () => void): void {
    cancel();
    cancel = clock.after(ms, then);
  }

  function suspect(kind: "mute" | "cut", reason: string): void {
    const isNews = trouble !== kind;
    trouble = trouble === "cut" ? "cut" : kind;
    if (isNews || kind === "cut") later(patienceMs, () => events.lost(reason));
    if (isNews) events.interrupted(reason);
  }

  function back(): void {
    trouble = "none";
    events.resumed();
  }

  return {
    disconnected: () => suspect("cut", "the connection to ngrok was cut"),
    heartbeat(answered) {
      if (!answered) return suspect("mute", "ngrok does not answer");
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
