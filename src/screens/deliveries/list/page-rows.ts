import type { AppState } from "../../../tui/state/slice.ts";
import { deliveriesLayout } from "../layout.ts";
import { deliveriesSlice } from "../state/deliveries.ts";
import { windowRows } from "../state/window.ts";

/** Number of rows fetched beyond a screenful, so that paging does not wait. */
const margin = 100;

/** Returns the number of rows to fetch: those of the list, a margin, and those of a move that waits for rows. */
export function pageRows(state: AppState): number {
  const ahead = Math.abs(deliveriesSlice.get(state).ahead);
  return deliveriesLayout(state).listRows + margin + Math.min(ahead, windowRows);
}
