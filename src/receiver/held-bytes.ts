/** What deliveries whose action is not over take of memory, up to a limit. */
export interface HeldBytes {
  /** @returns false: it would be too much, and nothing is held */
  hold(body: Uint8Array): boolean;
  /** To be called once for each body that is held. */
  letGo(body: Uint8Array): void;
}

/** Beside its body a delivery that waits has headers and the like. */
const overheadBytes = 4_096;

/** Where nothing else is said. */
const usualMostBytes = 256 * 1_048_576;

/** @param mostBytes bodies and what comes with them, together. @default 256 MiB */
export function makeHeldBytes(mostBytes = usualMostBytes): HeldBytes {
  let held = 0;
  return {
    hold({ byteLength }) {
      const bytes = byteLength + overheadBytes;
      if (held + bytes > mostBytes) return false;
      held += bytes;
      return true;
    },
    letGo({ byteLength }) {
      held -= byteLength + overheadBytes;
    },
  };
}

/** Bodies up to this size, in bytes, may use the whole budget. */
const smallBytes = 65_536;

/** The memory that bodies take from the moment their request is let in until their row is stored. */
export interface BodyBudget {
  /**
   * Takes room for a body that has some already. A quarter of all room is left to small bodies, so that a few large ones
   * which never come to their end do not keep every delivery out.
   * @returns false: there is none, and nothing is taken
   */
  take(bytes: number, held: number): boolean;
  /** Gives room back. */
  give(bytes: number): void;
}

/** @param maxBytes of all bodies together */
export function makeBodyBudget(maxBytes: number): BodyBudget {
  let used = 0;
  return {
    take(bytes, held) {
      const room = held + bytes > smallBytes ? maxBytes * 0.75 : maxBytes;
      if (used + bytes > room) return false;
      used += bytes;
      return true;
    },
    give(bytes) {
      used -= bytes;
    },
  };
}

/**
 * Gives the memory of a piece of a body back at once. Left to the garbage collector, which does not hurry for what lies outside its heap,
 * dropping a body of 2 GB took some eighty megabytes.
 * @param chunk nobody else may look at it any more
 */
export function dropBytes(chunk: Buffer): void {
  const { buffer } = chunk;
  // A small one may share its memory with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength) buffer.transfer(0);
}
