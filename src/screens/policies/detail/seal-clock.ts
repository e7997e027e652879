import { minute } from "../../../tui/clock.ts";
import { navSlice } from "../../../tui/state/nav.ts";
import { shownZone } from "../../../tui/state/preferences.ts";
import type { AppState } from "../../../tui/state/slice.ts";
import { windowSlice } from "../../../tui/state/window.ts";
import { shownPage } from "../select/selection.ts";
import { policiesSlice } from "../state/policies.ts";
import type { SealClock } from "./seal-lines.ts";

const quarterMs = 15 * minute;

/** Returns the next time at which a day may begin, in any zone; `Infinity` while no policy shows the time of its seal. */
export function dayTickMs(state: AppState): number {
  const isShown = navSlice.get(state).screen === "policies" && shownPage(policiesSlice.get(state)) !== null;
  if (!isShown) return Number.POSITIVE_INFINITY;
  return (Math.floor(windowSlice.get(state).nowMs / quarterMs) + 1) * quarterMs;
}

/** Returns the time and the zone in which the seal is shown. */
export function sealClock(state: AppState): SealClock {
  return { nowMs: windowSlice.get(state).nowMs, zone: shownZone(state) };
}
