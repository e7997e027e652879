import { count } from "./numbers.ts";
import type { Visible } from "./visible.ts";
import { v, visible } from "./visible.ts";

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Formats a duration of at least 1 s in its largest whole unit, rounded down: 119 s is `1 min`. */
function largestUnit(ms: number): Visible {
  if (ms < minuteMs) return v`${Math.floor(ms / secondMs)} s`;
  if (ms < hourMs) return v`${Math.floor(ms / minuteMs)} min`;
  if (ms < dayMs) return v`${Math.floor(ms / hourMs)} h`;
  return v`${count(Math.floor(ms / dayMs))} d`;
}

/**
 * Formats an age for lists: `now`, `3 s`, `2 min`, `1 h`, `2 d`; `in 5 s` for the future. Returns `now` if
 * the difference is less than 1 s, and `?` if a time is not finite.
 */
export function relativeTime(atMs: number, nowMs: number): Visible {
  const agoMs = nowMs - atMs;
  if (!Number.isFinite(agoMs)) return visible("?");
  if (Math.abs(agoMs) < secondMs) return visible("now");
  return agoMs > 0 ? largestUnit(agoMs) : v`in ${largestUnit(-agoMs)}`;
}

/** Formats an age for sentences: `just now`, `3 s ago`. Clocks may differ: the future is `just now`. */
export function timeAgo(atMs: number, nowMs: number): Visible {
  const agoMs = nowMs - atMs;
  return agoMs < secondMs ? visible("just now") : v`${relativeTime(atMs, nowMs)} ago`;
}
