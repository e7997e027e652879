import { type Visible, v, visible } from "./visible.ts";

/** Formats the integer part of a number with commas: `12,408`. */
export function count(n: number): Visible {
  const digits = String(Math.trunc(n));
  return visible(digits.length > 3 ? digits.replaceAll(/\B(?=(?:\d{3})+$)/g, ",") : digits);
}

/** Formats a number in at most four columns, dropping lower digits: `999`, `1.2k`, `12k`, `3.4M`. */
export function shortCount(n: number): Visible {
  const exponent = Math.min(shortUnits.length - 1, Math.floor(Math.log10(Math.max(1, n)) / 3));
  if (exponent === 0) return visible(String(Math.trunc(n)));
  const whole = n / 1_000 ** exponent;
  const shown = whole < 10 ? Math.floor(whole * 10) / 10 : Math.floor(whole);
  return v`${shown}${shortUnits[exponent] ?? ""}`;
}

const shortUnits = ["", "k", "M", "G"] as const;

/**
 * Formats a count with its noun: `1 delivery`, `12,408 deliveries`. `many` defaults to the singular with an
 * s.
 */
export function plural(n: number, one: string, many = `${one}s`): Visible {
  return v`${count(n)} ${n === 1 ? one : many}`;
}

const sizeUnits = ["kB", "MB", "GB", "TB"] as const;

const mebibyte = 1024 ** 2;

/**
 * Formats a size: exact below 10,000 bytes (`1,204 bytes`), then with three significant digits in powers of
 * 1,000 (`12.3 kB`, `5.25 MB`). Multiples of a MiB, as most limits are, stay exact: `5 MiB`, `2 GiB`.
 */
export function byteSize(bytes: number): Visible {
  if (bytes < 10_000) return plural(bytes, "byte");
  if (bytes % (1024 * mebibyte) === 0) return v`${count(bytes / mebibyte / 1024)} GiB`;
  if (bytes % mebibyte === 0) return v`${count(bytes / mebibyte)} MiB`;
  let size = bytes / 1000;
  let unit = 0;
  // 999.5 would round to 1000 of the smaller unit.
  while (size >= 999.5 && unit < sizeUnits.length - 1) {
    size /= 1000;
    unit++;
  }
  const written = size >= 999.5 ? count(Math.round(size)) : String(Number(size.toPrecision(3)));
  return v`${written} ${sizeUnits[unit] ?? ""}`;
}

const bytesByUnit: Readonly<Record<string, number>> = {
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

/**
 * Parses a size into bytes: `2GiB`, `500 MB`, `1.5gb`, `4096`. The units kB to TB are powers of 1,000, KiB to
 * TiB of 1,024. Returns null if the text is not a size, or exceeds the safe integers.
 */
export function readByteSize(text: string): number | null {
  const parts = size.exec(text.trim())?.groups;
  const unit = bytesByUnit[parts?.["unit"]?.toLowerCase() ?? ""];
  if (parts === undefined || unit === undefined) return null;
  const bytes = Math.round(Number(parts["amount"]) * unit);
  return Number.isSafeInteger(bytes) ? bytes : null;
}
