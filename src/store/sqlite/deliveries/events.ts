import type { DatabaseSync } from "node:sqlite";
import type { EventStanding } from "../../events.ts";

/**
 * Events in `deliveries`. A try of an event that is not its first has the seq of the first in `event_of`. Deliveries
 * with the ID of an event are recognized by their key, which has no time limit, and by their body; unedited replays by
 * the delivery that they repeat. Only keys of firsts are in an index, because keys arrive in random order, and each
 * costs an append a page.
 */
export const eventColumns = `
    ALTER TABLE deliveries ADD COLUMN event_of INTEGER;
    CREATE INDEX tries_of_event ON deliveries (event_of, outcome) WHERE event_of IS NOT NULL;
    CREATE INDEX firsts_by_key ON deliveries (dedupe_key)
      WHERE dedupe_key IS NOT NULL AND dedupe_within IS NULL AND event_of IS NULL;`;

/** SQL that finds the events of all rows of a log without them. */
export const findEvents = `
    UPDATE deliveries SET event_of = nullif(f.event, f.seq), duplicate_of = iif(f.event < f.seq, f.event, f.first)
    FROM (SELECT seq, min(seq) OVER (PARTITION BY route, dedupe_key) AS first,
        min(seq) OVER (PARTITION BY route, dedupe_key, sha256) AS event
      FROM deliveries WHERE dedupe_key IS NOT NULL AND dedupe_within IS NULL) AS f
    WHERE deliveries.seq = f.seq AND f.first < f.seq;
    WITH RECURSIVE tries (seq, event, key) AS (
      SELECT o.seq, ifnull(o.event_of, o.seq), iif(o.dedupe_within IS NULL, o.dedupe_key, NULL)
        FROM deliveries AS o WHERE o.outcome <> 'rejected' AND (o.replay_of IS NULL OR o.edited = 1)
        AND o.seq IN (SELECT replay_of FROM deliveries WHERE replay_of IS NOT NULL)
      UNION SELECT r.seq, tries.event, tries.key FROM tries JOIN deliveries AS r ON r.replay_of = tries.seq
        WHERE r.edited IS NULL AND r.seq > tries.seq)
    UPDATE deliveries SET event_of = tries.event, dedupe_key = tries.key
    FROM tries WHERE deliveries.seq = tries.seq AND tries.seq <> tries.event AND deliveries.replay_of IS NOT NULL;
    DELETE FROM blocks WHERE block IN (SELECT seq >> 10 FROM deliveries WHERE event_of IS NOT NULL);`;

/** Fields of a delivery by which its event is found, after they are converted to columns. */
export interface EventFields {
  readonly route: string | null;
  readonly sha256: string | null;
  readonly key: string | null;
  /** True if the key has a time limit. */
  readonly isLimited: boolean;
  /** Delivery of which this is an unedited replay. */
  readonly replayOf: number | null;
}

/** References of a new row to earlier ones. */
export interface EventPlace {
  /** First try of the event; null if the row is the first. */
  readonly eventOf: number | null;
  /** First delivery with the same ID, also one with another body. */
  readonly duplicateOf: number | null;
}

/** Number of bodies with the same ID with which a delivery is compared; a correct sender has one. */
const maxBodies = 100;

const first: EventPlace = { eventOf: null, duplicateOf: null };

/** Prepares a function that finds the event of a row to be inserted under a seq, inside the same transaction. */
export function prepareEventPlace(db: DatabaseSync): (seq: number, fields: EventFields) => EventPlace {
  const firsts = db.prepare(
    `SELECT seq, sha256 FROM deliveries WHERE dedupe_key = ? AND dedupe_within IS NULL AND event_of IS NULL
     AND route IS ? AND seq < ? ORDER BY seq LIMIT ${maxBodies}`,
  );
  const replayed = db.prepare("SELECT outcome, ifnull(event_of, seq) AS event FROM deliveries WHERE seq = ?");

  return (seq, { route, sha256, key, isLimited, replayOf }) => {
    if (replayOf !== null && replayOf < seq) {
      const row = replayed.get(replayOf);
      // A refused delivery belongs to no event.
      if (row?.["outcome"] === "rejected") return first;
      return { eventOf: Number(row?.["event"] ?? replayOf), duplicateOf: null };
    }
    if (key === null || isLimited) return first;
    const found = firsts.all(key, route, seq);
    const oldest = found[0];
    if (oldest === undefined) return first;
    const same = found.find((row) => row["sha256"] === sha256);
    if (same === undefined) return { eventOf: null, duplicateOf: Number(oldest["seq"]) };
    return { eventOf: Number(same["seq"]), duplicateOf: Number(same["seq"]) };
  };
}

/** Prepares a function that returns the standing of an event before a seq, by its first try. */
export function prepareStanding(db: DatabaseSync): (first: number, before: number) => EventStanding {
  const triesWith = (outcome: string, order: "ASC" | "DESC") =>
    db.prepare(
      `SELECT seq FROM deliveries WHERE event_of = ? AND outcome = '${outcome}' AND seq < ? ORDER BY seq ${order} LIMIT 1`,
    );
  const [handled, pending] = [triesWith("handled", "ASC"), triesWith("pending", "DESC")];
  const superseded = triesWith("superseded", "ASC");
  const outcomeOf = db.prepare("SELECT outcome FROM deliveries WHERE seq = ?");

  return (first, before) => {
    const outcome = outcomeOf.get(first)?.["outcome"];
    const settledBy = outcome === "handled" ? first : handled.get(first, before)?.["seq"];
    const latest = pending.get(first, before)?.["seq"] ?? (outcome === "pending" ? first : null);
    const ended = outcome === "superseded" ? first : superseded.get(first, before)?.["seq"];
    return {
      first,
      settledBy: settledBy === undefined ? null : Number(settledBy),
      pending: latest === null ? null : Number(latest),
      superseded: ended === undefined ? null : Number(ended),
    };
  };
}
