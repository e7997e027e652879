import { count } from "./numbers.ts";
import type { Visible } from "./visible.ts";
import { v, visible } from "./visible.ts";

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** A span in its largest whole unit, cut, not rounded: 119 s are `1 min`. At least a second. */
function largestUnit(ms: number): Visible {
  if (ms < minuteMs) return v`${Math.floor(ms / secondMs)} s`;
  if (ms < hourMs) return v`${Math.floor(ms / minuteMs)} min`;
  if (ms < dayMs) return v`${Math.floor(ms / hourMs)} h`;
  return v`${count(Math.floor(ms / dayMs))} d`;
}

/**
 * How long ago something was, for lists: `now`, `3 s`, `2 min`, `1 h`, `2 d`; `in 5 s` for what is to come.
 * A moment less than a second away is `now`; one that is not a number is `?`.
 */
export function relativeTime(atMs: number, nowMs: number): Visible {
  const agoMs = nowMs - atMs;
  if (!Number.isFinite(agoMs)) return visible("?");
  if (Math.abs(agoMs) < secondMs) return visible("now");
  return agoMs > 0 ? largestUnit(agoMs) : v`in ${largestUnit(-agoMs)}`;
}

/** The same moment exactly, for details: ISO 8601, UTC, milliseconds; `?` for what is no moment. */
export function exactTime(atMs: number): Visible {
  const date = new Date(atMs);
  return visible(Number.isNaN(date.getTime()) ? "?" : date.toISOString());
}
