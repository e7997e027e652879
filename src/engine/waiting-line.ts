import { plural } from "../text/numbers.ts";
import { v, type Visible } from "../text/visible.ts";

/** Returns the last line of a process whose receiver leaves deliveries in its queue; null without any. */
export function waitingLine(waiting: number): Visible | null {
  if (waiting === 0) return null;
  return v`${plural(waiting, "delivery waits", "deliveries wait")} in the queue for the next start`;
}
