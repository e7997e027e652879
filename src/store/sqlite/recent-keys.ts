import { hash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";

/** A first delivery with a key, by the number it is found under in `dedupe_keys`. */
export interface SeenKey {
  readonly hash: number;
  readonly seq: number;
}

export interface RecentKeys {
  /**
   * To be called inside the transaction that appends `seq`. Remembers the key when it is new.
   * @returns the first delivery of the same route and key, null when this is it
   */
  firstOf(seq: number, route: string | null, key: string): number | null;
  committed(): void;
  rolledBack(): void;
  /** Those of deliveries up to a seq, ordered by hash, as `dedupe_keys` is. */
  upTo(seq: number): SeenKey[];
  /** They are in the table now. */
  forget(keys: readonly SeenKey[]): void;
  /** These rows, in ascending order, were removed: what comes next with their keys is a first one. */
  gone(seqs: readonly number[]): void;
}

/**
 * Finds the first delivery of a message whose key counts for ever. Keys come in no order, so an index over them would write a page for each; with 400,000 keys
 * appending was six times slower. So those of the newest deliveries are in memory, read back from their rows when the log is opened,
 * and older ones in a table to which they are added many at once, in its order (seal-keys.ts).
 */
export function createRecentKeys(db: DatabaseSync): RecentKeys {
  const sealed = db.prepare(`
    SELECT d.seq FROM dedupe_keys AS k JOIN deliveries AS d ON d.seq = k.seq
    WHERE k.hash = ? AND d.dedupe_key = ? AND d.route IS ? AND d.dedupe_within IS NULL ORDER BY k.seq LIMIT 1`);
  const recent = new Map<string, SeenKey>();
  /** Of the transaction under way. */
  let added: string[] = [];

  function remember(name: string, seen: SeenKey): void {
    recent.set(name, seen);
    added.push(name);
  }

  function drop(seqs: ReadonlySet<number>): void {
    for (const [name, { seq }] of recent) if (seqs.has(seq)) recent.delete(name);
  }

  const unsealed = db
    .prepare(
      `SELECT seq, route, dedupe_key AS key FROM deliveries
       WHERE seq > (SELECT keys_sealed_to FROM log) AND dedupe_key IS NOT NULL AND dedupe_within IS NULL
         AND duplicate_of IS NULL ORDER BY seq`,
    )
    .iterate();
  for (const { seq, route, key } of unsealed) {
    const name = nameOf(typeof route === "string" ? route : null, String(key));
    recent.set(name, { hash: hashOf(name), seq: Number(seq) });
  }

  return {
    firstOf(seq, route, key) {
      const name = nameOf(route, key);
      const seen = recent.get(name);
      if (seen !== undefined) return seen.seq;
      const nameHash = hashOf(name);
      const first = sealed.get(nameHash, key, route)?.["seq"];
      if (typeof first === "number") return first;
      remember(name, { hash: nameHash, seq });
      return null;
    },
    committed() {
      added = [];
    },
    rolledBack() {
      for (const name of added) recent.delete(name);
      added = [];
    },
    upTo: (last) =>
      [...recent.values()].filter(({ seq }) => seq <= last).toSorted((one, other) => one.hash - other.hash),
    forget: (keys) => drop(new Set(keys.map(({ seq }) => seq))),
    gone(seqs) {
      // Mostly they are older than anything in memory, whose order is that of the seqs.
      const oldest = recent.values().next().value;
      if (oldest !== undefined && (seqs.at(-1) ?? 0) >= oldest.seq) drop(new Set(seqs));
    },
  };
}

function nameOf(route: string | null, key: string): string {
  return JSON.stringify([route, key]);
}

/** 48 bits: small in the table, and rarely the same for two, which the row then tells apart. */
function hashOf(name: string): number {
  return hash("sha256", name, "buffer").readUIntBE(0, 6);
}
