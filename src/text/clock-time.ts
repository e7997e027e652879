import type { Visible } from "./visible.ts";
import { visible } from "./visible.ts";

/** Time zone: `local`, `utc`, or an IANA name such as `Europe/Berlin`. */
export type TimeZone = string;

const minuteMs = 60_000;
/** Offsets change only at multiples of this time. */
const quarterMs = 15 * minuteMs;
/** Maximum cached offsets and names. */
const maxCached = 4_096;

/** Zone names and UTC offsets in minutes, by zone and quarter of an hour: one lookup in `Intl` takes microseconds. */
const offsets = new Map<string, number>();
const names = new Map<string, Visible>();
/** Formatters by zone, locale and style: creating one takes milliseconds. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** Precision of a time: the number of characters of `2026-11-22 02:45:10.740` to keep. */
const precisions = { minute: 16, second: 19, millisecond: 23 } as const;

/** Formats a time with its date: `2026-11-22 02:45:10.740`. Returns `?` if it is not a valid time. */
export function dateTime(
  atMs: number,
  zone: TimeZone,
  precision: keyof typeof precisions = "millisecond",
): Visible {
  return visible(shifted(atMs, zone).slice(0, precisions[precision]));
}

/** Formats a time without its date: `02:45:10`. Returns `?` if it is not a valid time. */
export function timeOfDay(atMs: number, zone: TimeZone): Visible {
  const text = shifted(atMs, zone);
  return visible(text.length < precisions.second ? text : text.slice(11, precisions.second));
}

/** Start and end of the day in `2026-11-22 02:45`. */
const dayStart = 5;
const dayEnd = 10;

/** Formats a time for a list, without the year: the time of day today, otherwise day and minute. */
export function timeInList(atMs: number, nowMs: number, zone: TimeZone): Visible {
  const text = dateTime(atMs, zone, "minute");
  const isToday = text.slice(0, dayEnd) === dateTime(nowMs, zone, "minute").slice(0, dayEnd);
  return isToday ? timeOfDay(atMs, zone) : visible(text.slice(dayStart));
}

/** Returns the short name of a zone at a time: `EST`, `CET`, `UTC`, `UTC+9` if it has none; empty for no time. */
export function zoneName(atMs: number, zone: TimeZone): Visible {
  return isTime(atMs) ? cached(names, atMs, zone, findName) : visible("");
}

function findName(atMs: number, zone: TimeZone): Visible {
  // `en-US` has the zone names of North America, `en-GB` those of Europe.
  const [american = "", british = ""] = ["en-US", "en-GB"].map((locale) =>
    zonePart(atMs, zone, locale, "short"),
  );
  return visible((american.startsWith("GMT") ? british : american).replace("GMT", "UTC"));
}

export function isTimeZone(name: string): boolean {
  if (name === "local" || name === "utc") return true;
  try {
    return formatter(name, "en-US", "short").resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

/** Formats a time as `2026-11-22 02:45:10.740`, moved by the offset of the zone. */
function shifted(atMs: number, zone: TimeZone): string {
  if (!isTime(atMs)) return "?";
  const date = new Date(atMs + offsetMinutes(atMs, zone) * minuteMs);
  return date.toISOString().slice(0, -1).replace("T", " ");
}

/** First and last times of a year with four digits in every zone. */
const firstMs = Date.parse("0001-01-02T00:00:00Z");
const lastMs = Date.parse("9999-12-30T00:00:00Z");

function isTime(atMs: number): boolean {
  return atMs >= firstMs && atMs <= lastMs;
}

function offsetMinutes(atMs: number, zone: TimeZone): number {
  if (zone === "utc") return 0;
  if (zone === "local") return -new Date(atMs).getTimezoneOffset();
  return cached(offsets, atMs, zone, findOffset);
}

function findOffset(atMs: number, zone: TimeZone): number {
  // `GMT`, `GMT-05:00`
  const [, sign = "", hours = 0, minutes = 0] =
    /([+-])(\d\d):(\d\d)/.exec(zonePart(atMs, zone, "en-US", "longOffset")) ?? [];
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

function cached<T>(
  known: Map<string, T>,
  atMs: number,
  zone: TimeZone,
  find: (atMs: number, zone: TimeZone) => T,
): T {
  const quarter = Math.floor(atMs / quarterMs);
  const key = `${zone} ${quarter}`;
  const value = known.get(key) ?? find(quarter * quarterMs, zone);
  if (known.size >= maxCached) known.clear();
  known.set(key, value);
  return value;
}

function zonePart(atMs: number, zone: TimeZone, locale: string, style: "short" | "longOffset"): string {
  const parts = formatter(zone, locale, style).formatToParts(atMs);
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? "";
}

/** @throws {RangeError} there is no such zone */
function formatter(zone: TimeZone, locale: string, style: "short" | "longOffset"): Intl.DateTimeFormat {
  const key = `${zone} ${locale} ${style}`;
  const known = formatters.get(key);
  if (known !== undefined) return known;
  const timeZone = zone === "utc" ? "UTC" : zone;
  const created = new Intl.DateTimeFormat(locale, {
    ...(zone === "local" ? {} : { timeZone }),
    timeZoneName: style,
  });
  formatters.set(key, created);
  return created;
}
