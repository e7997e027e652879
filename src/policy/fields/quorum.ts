/** How many of how many nodes sign a receipt. Digits without leading zeros: a document may name more than a number can hold. */
export interface Quorum {
  readonly needed: string;
  readonly total: string;
}

function withoutZeros(digits: string): string {
  return digits.startsWith("0") ? digits.replace(/^0+(?=\d)/, "") : digits;
}

/** Of the field as the schema lets it through: `2-of-3`. */
export function parseQuorum(field: string): Quorum {
  const dash = field.indexOf("-");
  return {
    needed: withoutZeros(field.slice(0, dash)),
    total: withoutZeros(field.slice(dash + "-of-".length)),
  };
}

/**
 * Whether `count >= times * other`, both in decimal digits. Digit by digit from the front, since reading a number of some millions of
 * digits takes a second.
 */
export function isAtLeast(count: string, other: string, times: 1 | 2 = 1): boolean {
  const length = Math.max(count.length, other.length);
  const [mine, theirs] = [count.padStart(length, "0"), other.padStart(length, "0")];
  const zero = "0".charCodeAt(0);
  let ahead = 0;
  for (let index = 0; index < length; index++) {
    ahead = 10 * ahead + mine.charCodeAt(index) - zero - times * (theirs.charCodeAt(index) - zero);
    // What is behind in one digit cannot be made up for by all that follow, and what leads by `times` cannot be lost.
    if (ahead < 0) return false;
    if (ahead >= times) return true;
  }
  return true;
}

/** Whether any two sets of signers large enough have a node in common: more than half are needed. */
export function hasMajority({ needed, total }: Quorum): boolean {
  return !isAtLeast(total, needed, 2);
}
