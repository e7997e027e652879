import type { DeliveryDetail } from "../../model/delivery.ts";
import { fieldsOf, nameIn, partOf } from "../../model/payload-fields.ts";
import type { Incoming } from "../action.ts";
import { parseBody } from "../parse-body.ts";
import type { RunSettings } from "./run-settings.ts";

/** Maximum number of refs whose newest push is remembered, and of runs that a newer push may end. */
const maxRefs = 10_000;

/** Push on a route that runs only the latest one. */
export interface Push {
  /** Seq of the first delivery of its event: a repeat of an older push is not a newer one. */
  readonly first: number;
  /** Keys of its refs, with route and repo. */
  readonly refs: ReadonlySet<string>;
}

/** Pushes since the start, and their runs. */
export interface LatestPushes {
  /**
   * Notes a push that has arrived or was read from the queue and waits, and ends the waits of older ones.
   * @returns as `newer`
   */
  enter(seq: number, push: Push): AbortSignal;
  /** Notes that the run of a push waits for its next try. Does nothing for a run that has not entered. */
  waits(seq: number): void;
  /** Returns a signal, aborted when a newer push supersedes a run that waits; null for a run that has not entered. */
  newer(seq: number): AbortSignal | null;
  /** Returns the newer push that supersedes a run as soon as it waits; null if there is none. */
  supersededBy(seq: number): number | null;
  /** Notes that a try begins: a newer push does not end it. */
  begins(seq: number): void;
  /** Forgets a run that has ended. Its push still counts as the newest. */
  ended(seq: number): void;
}

interface Run {
  readonly push: Push;
  by: number | null;
  /** Aborted when the run is superseded; another one for each wait. */
  wait: AbortController;
}

/** Returns the push of a delivery; null for one of another kind, for a replay, and on a route that runs all pushes. */
export function pushOfArrived(
  { latest }: RunSettings,
  {
    route,
    replayOf,
    payload,
    event,
  }: Pick<Incoming, "route" | "replayOf" | "payload"> & {
    readonly event: Pick<Incoming["event"], "first">;
  },
): Push | null {
  if (!latest || replayOf !== null) return null;
  const fields = fieldsOf(payload);
  const repo = nameIn(partOf(fields, "repo"), "id");
  const updated = Object.hasOwn(fields, "updatedRefs") ? fields["updatedRefs"] : null;
  if (repo === null || !Array.isArray(updated) || updated.length === 0) return null;
  const names = updated.map((each) => nameIn(fieldsOf(each), "ref"));
  const isComplete = names.every((name) => name !== null);
  return isComplete
    ? { first: event.first, refs: new Set(names.map((name) => JSON.stringify([route, repo, name]))) }
    : null;
}

/** Returns the push of a stored delivery, as `pushOfArrived`; null if the log does not tell the age of its event. */
export function pushOfStored(
  settings: RunSettings,
  { route, replayOf, body, eventOf }: Pick<DeliveryDetail, "route" | "replayOf" | "body" | "eventOf">,
): Push | null {
  if (!settings.latest || route === null || eventOf === 0) return null;
  const { payload } = parseBody(Buffer.from(body)) ?? { payload: null };
  return pushOfArrived(settings, { route, replayOf, payload, event: { first: eventOf } });
}

export function makeLatestPushes(): LatestPushes {
  const runs = new Map<number, Run>();
  /** Newest push of each ref, in order of arrival. */
  const newest = new Map<string, { readonly seq: number; readonly push: Push }>();

  function remember(seq: number, push: Push): void {
    for (const ref of push.refs) {
      if ((newest.get(ref)?.push.first ?? 0) >= push.first) continue;
      newest.delete(ref);
      newest.set(ref, { seq, push });
    }
    trim(newest);
  }

  function newerThan(push: Push): number | null {
    for (const ref of push.refs) {
      const found = newest.get(ref);
      if (found !== undefined && isNewer(found.push, push)) return found.seq;
    }
    return null;
  }

  function waits(seq: number): void {
    const run = runs.get(seq);
    if (run === undefined) return;
    run.wait = new AbortController();
    if (run.by !== null) run.wait.abort();
  }

  return {
    enter(seq, push) {
      const run = runs.get(seq) ?? { push, by: newerThan(push), wait: new AbortController() };
      runs.set(seq, run);
      trim(runs);
      remember(seq, push);
      for (const older of runs.values()) {
        if (!isNewer(push, older.push)) continue;
        older.by ??= seq;
        older.wait.abort();
      }
      waits(seq);
      return run.wait.signal;
    },
    waits,
    newer: (seq) => runs.get(seq)?.wait.signal ?? null,
    supersededBy: (seq) => runs.get(seq)?.by ?? null,
    begins(seq) {
      const run = runs.get(seq);
      // A newer push aborts only signals of waits.
      if (run !== undefined) run.wait = new AbortController();
    },
    ended: (seq) => void runs.delete(seq),
  };
}

/** Returns true if a push is newer than another and has all its refs. */
function isNewer(push: Push, other: Push): boolean {
  return push.first > other.first && other.refs.isSubsetOf(push.refs);
}

/** Removes the first entries of a map with too many. */
function trim<K>(map: Map<K, unknown>): void {
  for (const first of map.keys()) {
    if (map.size <= maxRefs) return;
    map.delete(first);
  }
}
