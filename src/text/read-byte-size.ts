const units: Readonly<Record<string, number>> = {
  "": 1,
  b: 1,
  kb: 1e3,
  mb: 1e6,
  gb: 1e9,
  tb: 1e12,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
  tib: 1024 ** 4,
};

const size = /^(?<amount>\d{1,15}(?:\.\d{1,9})?) ?(?<unit>[a-z]*)$/i;

/** Parses a size into bytes: `2GiB`, `500 MB`, `1.5gb`, `4096`; kB to TB are powers of 1,000, KiB to TiB of 1,024. Returns null if invalid. */
export function readByteSize(text: string): number | null {
  const parts = size.exec(text.trim())?.groups;
  const unit = units[parts?.["unit"]?.toLowerCase() ?? ""];
  if (parts === undefined || unit === undefined) return null;
  const bytes = Math.round(Number(parts["amount"]) * unit);
  return Number.isSafeInteger(bytes) ? bytes : null;
}
