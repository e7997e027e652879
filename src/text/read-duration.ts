const unitsMs: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1_000,
  m: 60_000,
  min: 60_000,
  h: 3_600_000,
  d: 86_400_000,
};

const pattern = /^(?<amount>\d{1,9}(?:\.\d{1,9})?) ?(?<unit>[a-z]+)$/i;

/** Parses a duration into milliseconds: `200ms`, `5 s`, `1.5h`; ms, s, min (or m), h, d. Returns null if invalid. */
export function readDuration(text: string): number | null {
  const parts = pattern.exec(text.trim())?.groups;
  const unitMs = unitsMs[parts?.["unit"]?.toLowerCase() ?? ""];
  return parts === undefined || unitMs === undefined ? null : Math.round(Number(parts["amount"]) * unitMs);
}
