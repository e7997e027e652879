import { count } from "./numbers.ts";
import { type Visible, v, visible } from "./visible.ts";

interface TimeUnit {
  readonly name: string;
  readonly ms: number;
  /** Number of this unit in the next larger one. */
  readonly limit: number;
}

const days: TimeUnit = { name: "d", ms: 86_400_000, limit: Number.POSITIVE_INFINITY };
const units: readonly TimeUnit[] = [
  { name: "ms", ms: 1, limit: 1000 },
  { name: "s", ms: 1000, limit: 60 },
  { name: "min", ms: 60_000, limit: 60 },
  { name: "h", ms: 3_600_000, limit: 24 },
  days,
];

/**
 * Converts a duration to a unit. Rounds to tenths below ten; otherwise, and for milliseconds, to an integer.
 */
function inUnit(ms: number, unit: TimeUnit): number {
  const exact = ms / unit.ms;
  const tenths = Math.round(exact * 10) / 10;
  return tenths < 10 && unit.ms > 1 ? tenths : Math.round(exact);
}

/**
 * Formats a duration: `4 ms`, `1.2 s`, `12 s`, `1.5 min`, `5 min`, `2 h`, `3 d`. Returns `?` if it is
 * negative or not finite.
 * Rounds before it chooses the unit: 59.96 s is `1 min`, not `60 s`.
 */
export function duration(ms: number): Visible {
  if (!(ms >= 0 && ms < Number.POSITIVE_INFINITY)) return visible("?");
  const unit = units.find((unit) => inUnit(ms, unit) < unit.limit) ?? days;
  const value = inUnit(ms, unit);
  return v`${Number.isInteger(value) ? count(value) : value} ${unit.name}`;
}

/** Rounds a duration up to whole seconds, to say about how long something takes. */
export function wholeSeconds(ms: number): number {
  return Math.ceil(ms / 1_000) * 1_000;
}

/** Formats an age in at most three characters, rounded down: `3s`, `59m`, `2h`, `3d`; empty below a second. */
export function shortAge(ms: number): Visible {
  const unit = ageUnits.find((one) => ms >= one.ms);
  return unit === undefined ? v`` : v`${Math.min(99, Math.floor(ms / unit.ms))}${unit.name}`;
}

const ageUnits = [
  { name: "d", ms: 86_400_000 },
  { name: "h", ms: 3_600_000 },
  { name: "m", ms: 60_000 },
  { name: "s", ms: 1_000 },
];

const unitsMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

const durationPattern = /^(?<amount>\d{1,9}(?:\.\d{1,9})?) ?(?<unit>[a-z]+)$/i;

/**
 * Parses a duration into whole milliseconds: `200ms`, `5 s`, `1.5h`. The units are ms, s, min (or m), h and
 * d. Returns null if the text is not a duration.
 */
export function readDuration(text: string): number | null {
  const parts = durationPattern.exec(text.trim())?.groups;
  const unitMs = unitsMs[parts?.["unit"]?.toLowerCase() ?? ""];
  return parts === undefined || unitMs === undefined ? null : Math.round(Number(parts["amount"]) * unitMs);
}
