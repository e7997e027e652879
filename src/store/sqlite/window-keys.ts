import type { DatabaseSync } from "node:sqlite";
import { createKeyTable, type KeyTable } from "./key-table.ts";

/**
 * A table that was full before its first key had ended is followed by one of four times its size: a key is looked for in all tables, and
 * with a million keys in sixteen of them that took as long as the rest of an append.
 */
const leastTable = 65_536;
const largestTable = 2_097_152;

/** 96 MiB. The newest four million keys at least are known, 7,000 a second over ten minutes; older ones are forgotten. */
const mostKeys = 3 * largestTable;

/** After a restart the keys of so many of the newest rows are read again: under half a second of work. */
const restoredRows = 262_144;

/** What is looked for: a delivery whose key counts for a while. */
export interface WindowedKey {
  readonly route: string | null;
  readonly key: string;
  readonly withinMs: number;
  /** When the delivery came, in milliseconds since 1970. */
  readonly atMs: number;
}

export interface WindowKeys {
  /**
   * To be called inside the transaction that appends `seq`. Remembers the key when nothing within its window has it.
   * @returns the first delivery of the same route and key that came at most `withinMs` before, null when this is it
   */
  firstOf(seq: number, wanted: WindowedKey): number | null;
  committed(): void;
  rolledBack(): void;
}

interface Remembered {
  readonly seq: number;
  readonly hash: number;
  readonly atMs: number;
  readonly untilMs: number;
}

interface Stretch {
  readonly table: KeyTable;
  readonly capacity: number;
  /** When its first key ends. */
  readonly fromMs: number;
  /** When its last key ends. */
  untilMs: number;
}

/**
 * Finds the first delivery of a message whose key counts for some minutes only. Such a key comes with every delivery of the real Hub, and
 * most never come again, so they are not written anywhere but in their rows: memory has a hash and the seq, the row is asked when
 * one fits. Tables whose keys have all ended are dropped whole.
 */
export function createWindowKeys(db: DatabaseSync): WindowKeys {
  const rowOf = db.prepare(
    "SELECT received_at AS at, route, dedupe_key AS key FROM deliveries WHERE seq = ?",
  );
  const stretches: Stretch[] = [];
  /** Of the transaction under way, by name. */
  const added = new Map<string, Remembered>();

  function remember({ seq, hash, atMs, untilMs }: Remembered): void {
    let last = stretches.at(-1);
    if (last === undefined || last.table.isFull()) {
      const capacity =
        last !== undefined && atMs <= last.fromMs ? Math.min(4 * last.capacity, largestTable) : leastTable;
      last = { table: createKeyTable(capacity), capacity, fromMs: untilMs, untilMs };
      stretches.push(last);
    }
    last.table.add(hash, seq);
    last.untilMs = Math.max(last.untilMs, untilMs);
  }

  function dropEnded(nowMs: number): void {
    for (let oldest = stretches[0]; oldest !== undefined; oldest = stretches[0]) {
      if (oldest.untilMs >= nowMs && capacityOf(stretches) <= mostKeys) return;
      stretches.shift();
    }
  }

  function committedFirst(hash: number, wanted: WindowedKey): number | null {
    const { route, key, withinMs, atMs } = wanted;
    const isFirst = (seq: number): boolean => {
      const row = rowOf.get(seq);
      return row?.["key"] === key && row["route"] === route && atMs - Number(row["at"]) <= withinMs;
    };
    for (let newer = stretches.length - 1; newer >= 0; newer -= 1) {
      const first = stretches[newer]?.table.newest(hash).find(isFirst);
      if (first !== undefined) return first;
    }
    return null;
  }

  for (const each of unendedKeys(db)) remember(each);

  return {
    firstOf(seq, wanted) {
      const { route, key, withinMs, atMs } = wanted;
      const name = JSON.stringify([route, key]);
      const hash = hashOf(name);
      const fresh = added.get(name);
      if (fresh !== undefined && atMs - fresh.atMs <= withinMs) return fresh.seq;
      const first = committedFirst(hash, wanted);
      if (first === null) added.set(name, { seq, hash, atMs, untilMs: atMs + withinMs });
      return first;
    },
    committed() {
      let nowMs = -Infinity;
      for (const each of added.values()) {
        remember(each);
        nowMs = Math.max(nowMs, each.atMs);
      }
      added.clear();
      dropEnded(nowMs);
    },
    rolledBack: () => added.clear(),
  };
}

function capacityOf(stretches: readonly Stretch[]): number {
  return stretches.reduce((sum, { capacity }) => sum + capacity, 0);
}

/** Of the newest rows the keys that had not ended when the last row came, oldest first. */
function unendedKeys(db: DatabaseSync): Remembered[] {
  const rows = db.prepare(`
    SELECT seq, received_at AS at, route, dedupe_key AS key, dedupe_within AS within
    FROM deliveries, (SELECT max(seq) AS newest FROM deliveries)
    WHERE seq > newest - ${restoredRows} AND dedupe_within IS NOT NULL AND dedupe_key IS NOT NULL AND duplicate_of IS NULL
    ORDER BY seq DESC`);
  const newestAt = db.prepare("SELECT received_at AS at FROM deliveries ORDER BY seq DESC LIMIT 1").get();
  const keys: Remembered[] = [];
  for (const { seq, at, route, key, within } of rows.iterate()) {
    const untilMs = Number(at) + Number(within);
    if (untilMs < Number(newestAt?.["at"])) break;
    keys.push({ seq: Number(seq), hash: hashOf(JSON.stringify([route, key])), atMs: Number(at), untilMs });
  }
  return keys.toReversed();
}

/** FNV-1a over the UTF-16 units: a tenth of what SHA-256 takes, and what it mixes up the rows tell apart. */
function hashOf(name: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < name.length; index += 1) {
    hash = Math.imul(hash ^ name.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
