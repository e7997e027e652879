/** So many seqs fit into one table: half of its slots, so that a search looks at one or two. */
const tableSeqs = 65_536;
const slots = 2 * tableSeqs;

/** Seqs found by a hash of 32 bits, in 16 bytes each; a Map takes five times as much. Holds 65,536 and never loses one. */
export interface KeyTable {
  isFull(): boolean;
  /** Seqs are added in ascending order. */
  add(hash: number, seq: number): void;
  /** The newest seq added under a hash that is accepted: different keys may have the same hash. */
  find(hash: number, accept: (seq: number) => boolean): number | null;
}

/** An empty table, 1 MiB. */
export function createKeyTable(): KeyTable {
  const hashes = new Uint32Array(slots);
  /** Seqs from `base` on, counted from 1; 0: an empty slot. */
  const offsets = new Uint32Array(slots);
  let base = 0;
  let added = 0;

  return {
    isFull: () => added === tableSeqs,
    add(hash, seq) {
      if (added === 0) base = seq - 1;
      let slot = hash % slots;
      while (offsets[slot] !== 0) slot = (slot + 1) % slots;
      hashes[slot] = hash;
      offsets[slot] = seq - base;
      added += 1;
    },
    find(hash, accept) {
      let newest: number | null = null;
      let slot = hash % slots;
      for (let offset = offsets[slot]; offset; offset = offsets[slot]) {
        // Under one hash they lie in the order they were added.
        if (hashes[slot] === hash && accept(base + offset)) newest = base + offset;
        slot = (slot + 1) % slots;
      }
      return newest;
    },
  };
}
