/** Quorum k-of-n, as digits without leading zeros: a document may contain numbers of any size. */
export interface Quorum {
  readonly needed: string;
  readonly total: string;
}

function withoutZeros(digits: string): string {
  return digits.startsWith("0") ? digits.replace(/^0+(?=\d)/, "") : digits;
}

/** Parses a quorum that matches the schema: `2-of-3`. */
export function parseQuorum(field: string): Quorum {
  const dash = field.indexOf("-");
  return {
    needed: withoutZeros(field.slice(0, dash)),
    total: withoutZeros(field.slice(dash + "-of-".length)),
  };
}

/**
 * Returns true if `count >= times * other`, both in decimal digits. Compares by digit, because parsing
 * millions of digits takes a second.
 */
export function isAtLeast(count: string, other: string, times: 1 | 2 = 1): boolean {
  const length = Math.max(count.length, other.length);
  const [mine, theirs] = [count.padStart(length, "0"), other.padStart(length, "0")];
  const zero = "0".charCodeAt(0);
  let ahead = 0;
  for (let index = 0; index < length; index++) {
    ahead = 10 * ahead + mine.charCodeAt(index) - zero - times * (theirs.charCodeAt(index) - zero);
    // The remaining digits can neither make up for a deficit nor use up a lead of `times`.
    if (ahead < 0) return false;
    if (ahead >= times) return true;
  }
  return true;
}

/** Returns true if there are as many nodes as have to sign. */
export function isPossible({ needed, total }: Quorum): boolean {
  return isAtLeast(total, needed);
}

/** Returns true if more than half of the nodes sign, so that any two quorums share a node. */
export function hasMajority({ needed, total }: Quorum): boolean {
  return !isAtLeast(total, needed, 2);
}
