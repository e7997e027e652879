import { type Visible, visible } from "./visible.ts";

const bars = " ▁▂▃▄▅▆▇█";

/** Draws one bar per value, relative to the highest value. Only a zero has no bar. */
export function barsOf(values: readonly number[]): Visible {
  const highest = Math.max(1, ...values);
  return visible(values.map((value) => bars[Math.ceil((value / highest) * 8)] ?? " ").join(""));
}
