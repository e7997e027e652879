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
