import type { Clock } from "../../model/clock.ts";
import type { DeliveryDetail } from "../../model/delivery.ts";
import type { ActionEnd, Incoming } from "../action.ts";
import { makeLatestPushes, type Push, pushOfArrived, pushOfStored } from "./latest-pushes.ts";
import { lineOfArrived, lineOfStored, makeRepoOrder, type RepoLine } from "./repo-order.ts";
import { makeRouteLimits, type RouteLimit } from "./route-limits.ts";
import type { RunSettings } from "./run-settings.ts";

/** Gates of a run before each of its tries. */
export interface Gates {
  /** Line of its repo; null without order. */
  readonly line: RepoLine | null;
  /** Limit of its route; null without one. */
  readonly limit: RouteLimit | null;
  /** Push that a newer one supersedes while it waits; null for none. */
  readonly push: Push | null;
}

/** Returns the gates of a delivery. */
export function gatesOfArrived(
  settings: RunSettings,
  incoming: Pick<Incoming, "route" | "replayOf" | "payload" | "event">,
): Gates {
  return {
    line: lineOfArrived(settings, incoming),
    limit: limitOf(settings, incoming.route),
    push: pushOfArrived(settings, incoming),
  };
}

/** Returns the gates of a stored delivery. */
export function gatesOfStored(
  settings: RunSettings,
  delivery: Pick<DeliveryDetail, "route" | "replayOf" | "body" | "eventOf">,
): Gates {
  return {
    line: lineOfStored(settings, delivery),
    limit: limitOf(settings, delivery.route),
    push: pushOfStored(settings, delivery),
  };
}

function limitOf({ atOnce }: RunSettings, route: string | null): RouteLimit | null {
  return atOnce === null || route === null ? null : { route, atOnce };
}

/** Turns of runs: first in the line of their repo, then for a place of their route. */
export interface Turns {
  /**
   * Enters a run before each of its tries.
   * @param signal ends the wait
   * @returns null if the try may begin now; else resolves with true when it may, or with false after the signal or when a
   *   newer push supersedes the run
   */
  enter(seq: number, gates: Gates, signal: AbortSignal): Promise<boolean> | null;
  /** Keeps the turn of a run that goes through the queue to its try. */
  keep(seq: number): void;
  /** Returns a signal, aborted when a newer push supersedes a run that waits; null on a route that runs all. */
  newer(seq: number): AbortSignal | null;
  /** Returns the newer push that supersedes a run as soon as it waits; null if there is none. */
  supersededBy(seq: number): number | null;
  /** Notes that a try begins: a newer push does not end it. */
  begins(seq: number): void;
  /** Notes that a run waits for its next try. Does nothing for a run that has not entered. */
  waits(seq: number): void;
  /** Ends a run, and returns its outcome with the earlier runs that it did not wait for. */
  ended<T extends ActionEnd | null>(seq: number, end: T): T;
}

/**
 * Creates the turns.
 * @param isAlone false if other processes may end runs that wait
 */
export function makeTurns(clock: Clock, isAlone: boolean): Turns {
  const order = makeRepoOrder(clock, isAlone);
  const limits = makeRouteLimits(clock);
  const pushes = makeLatestPushes();
  return {
    enter(seq, { line, limit, push }, signal) {
      const newer = push && pushes.enter(seq, push);
      if (newer?.aborted === true) return Promise.resolve(false);
      const ended = newer === null ? signal : AbortSignal.any([signal, newer]);
      const enterRoute = (): Promise<boolean> | null => limit && limits.enter(seq, limit, ended);
      const turn = line && order.enter(seq, line, ended);
      return turn === null ? enterRoute() : turn.then((isTurn) => isTurn && (enterRoute() ?? true));
    },
    keep(seq) {
      order.keep(seq);
      limits.keep(seq);
    },
    newer: pushes.newer,
    supersededBy: pushes.supersededBy,
    begins: pushes.begins,
    waits(seq) {
      pushes.waits(seq);
      order.waits(seq);
      limits.leave(seq);
    },
    ended(seq, end) {
      pushes.ended(seq);
      limits.leave(seq);
      return order.ended(seq, end);
    },
  };
}
