import type { Direction } from "./change.ts";

/** Says which way a field went, from its two values; `undefined`: the field is not there. */
export type Gauge = (before: unknown, after: unknown) => Direction;

/** From the places of two values on a scale: more is stronger. */
export function byRank(before: number, after: number): Direction {
  if (before === after) return "changed";
  return after < before ? "weakened" : "strengthened";
}

/** A number that demands more the larger it is. */
export const byNumber: Gauge = (before, after) =>
  typeof before === "number" && typeof after === "number" ? byRank(before, after) : "changed";

/** A safeguard that is on or off; one that is not there is off. */
export const bySwitch: Gauge = (before, after) => byRank(Number(before === true), Number(after === true));

/** What counts by being there at all, whatever it says. */
export const byPresence: Gauge = (before, after) =>
  byRank(Number(before !== undefined), Number(after !== undefined));

/**
 * Words in an order, from the least demanding to the most. Where not all can be ordered there are several scales; two words of no
 * common scale have no order. A level that is taken away is a demand less.
 */
export function byScale(
  scales: readonly (readonly string[])[],
  isSame: (word: string, value: unknown) => boolean = Object.is,
): Gauge {
  return (before, after) => {
    if (before === undefined || after === undefined) return byPresence(before, after);
    for (const scale of scales) {
      const from = scale.findIndex((word) => isSame(word, before));
      const to = scale.findIndex((word) => isSame(word, after));
      if (from !== -1 && to !== -1) return byRank(from, to);
    }
    return "changed";
  };
}
