/** A message that comes again every eleven minutes for a year is many firsts under one hash; only the newest can count. */
const mostSeqs = 4;

const none: readonly number[] = [];

/** Seqs found by a hash of 32 bits, in 16 bytes each; a Map takes five times as much. */
export interface KeyTable {
  isFull(): boolean;
  /** Seqs are added in ascending order. */
  add(hash: number, seq: number): void;
  /** The newest seqs added under a hash, newest first: mostly one, since few keys have the same hash, and few keys come again. */
  newest(hash: number): readonly number[];
}

/** An empty table for so many seqs. Half of its slots stay empty, so that a search looks at one or two. */
export function createKeyTable(capacity: number): KeyTable {
  const slots = 2 * capacity;
  const hashes = new Uint32Array(slots);
  /** Seqs from `base` on, counted from 1; 0: an empty slot. */
  const offsets = new Uint32Array(slots);
  let base = 0;
  let added = 0;

  return {
    isFull: () => added === capacity,
    add(hash, seq) {
      if (added === 0) base = seq - 1;
      let slot = hash % slots;
      while (offsets[slot] !== 0) slot = (slot + 1) % slots;
      hashes[slot] = hash;
      offsets[slot] = seq - base;
      added += 1;
    },
    newest(hash) {
      let seqs = none;
      let slot = hash % slots;
      for (let offset = offsets[slot]; offset; offset = offsets[slot]) {
        // Under one hash they lie in the order they were added.
        if (hashes[slot] === hash) seqs = [base + offset, ...seqs.slice(0, mostSeqs - 1)];
        slot = (slot + 1) % slots;
      }
      return seqs;
    },
  };
}
