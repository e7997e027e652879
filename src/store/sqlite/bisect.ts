import { isUnreadable } from "./sqlite-error.ts";

/** Below a lost page that leads to millions of keys, asking for each of them would take minutes and find nothing. */
const mostFailures = 200_000;

/**
 * Calls `take` for a range of integer keys, both ends included, and where that meets a damaged page for each half of it, down to single
 * keys. Larger ranges come first.
 * @param take does a range whole or, when it throws, not at all
 * @returns how many keys lie in ranges that cannot be read, whether or not there ever was a row
 * @throws what `take` throws that is not damage
 */
export function bisect(from: number, to: number, take: (from: number, to: number) => void): number {
  let ranges: [number, number][] = from <= to ? [[from, to]] : [];
  let lost = 0;
  let failures = 0;
  while (ranges.length > 0) {
    const halves: [number, number][] = [];
    for (const [low, high] of ranges) {
      try {
        take(low, high);
      } catch (error) {
        if (!isUnreadable(error)) throw error;
        failures += 1;
        if (low === high || failures > mostFailures) {
          lost += high - low + 1;
          continue;
        }
        const middle = Math.floor((low + high) / 2);
        halves.push([low, middle], [middle + 1, high]);
      }
    }
    ranges = halves;
  }
  return lost;
}
