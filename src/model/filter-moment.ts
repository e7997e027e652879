const unitsMs: Readonly<Record<string, number>> = {
  s: 1000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

const ago = /^(?<amount>\d{1,9}(?:\.\d{1,9})?)(?<unit>[a-z]+)$/i;
const iso =
  /^(?<date>(?<year>\d{4})-(?<month>\d{2})-(?<day>\d{2}))(?:[T ](?<time>\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(?<zone>Z|[+-]\d{2}:\d{2})?)?$/i;

/**
 * Parses a moment of a filter: a duration before now (`2h`, `30m`, `1.5d`; s, m, min, h, d, w), or an ISO
 * date or time, local without a zone. Returns milliseconds since 1970, or null for any other text.
 */
export function parseMoment(text: string, nowMs: number): number | null {
  const span = ago.exec(text)?.groups;
  if (span !== undefined) {
    const unitMs = unitsMs[span["unit"]?.toLowerCase() ?? ""];
    return unitMs === undefined ? null : Math.max(0, Math.round(nowMs - Number(span["amount"]) * unitMs));
  }
  const parts = iso.exec(text)?.groups;
  if (parts === undefined) return null;
  const day = new Date(Date.UTC(Number(parts["year"]), Number(parts["month"]) - 1, Number(parts["day"])));
  // `Date.parse` accepts February 31 as March 3.
  if (!day.toISOString().startsWith(parts["date"] ?? "")) return null;
  const atMs = Date.parse(
    `${parts["date"]}T${parts["time"] ?? "00:00"}${parts["zone"]?.toUpperCase() ?? ""}`,
  );
  return Number.isNaN(atMs) ? null : atMs;
}
