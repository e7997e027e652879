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

/**
 * An empty table for so many seqs, a power of two. Half of its slots stay empty, so that a search looks at one or two; hash and seq lie
 * side by side, because what a search waits for is memory.
 */
export function createKeyTable(capacity: number): KeyTable {
  const mask = 4 * capacity - 1;
  /** Pairs of a hash and a seq, which is counted from `base`; 0: an empty slot. */
  const slots = new Uint32Array(mask + 1);
  let base = 0;
  let added = 0;

  return {
    isFull: () => added === capacity,
    add(hash, seq) {
      if (added === 0) base = seq - 1;
      let slot = (hash << 1) & mask;
      while (slots[slot + 1] !== 0) slot = (slot + 2) & mask;
      slots[slot] = hash;
      slots[slot + 1] = seq - base;
      added += 1;
    },
    newest(hash) {
      let seqs = none;
      let slot = (hash << 1) & mask;
      for (let offset = slots[slot + 1]; offset; offset = slots[slot + 1]) {
        // Under one hash they lie in the order they were added.
        if (slots[slot] === hash) seqs = [base + offset, ...seqs.slice(0, mostSeqs - 1)];
        slot = (slot + 2) & mask;
      }
      return seqs;
    },
  };
}
