import type { FilterText } from "./filter-lex.ts";
import { FilterSyntaxError } from "./filter-syntax-error.ts";
import type { Comparison } from "./filter.ts";

/** Keys of terms that compare a number. */
export const numberKeys = ["status", "took", "seq"] as const;
export type NumberKey = (typeof numberKeys)[number];

const statusPattern = /^(?<digits>[1-9]\d?)x{1,2}$/i;
const compared = /^(?<op><=|>=|<|>|=)?(?<value>[^.<>=].*)$/;
const range = /^(?<from>\S+?)?\.\.(?<to>\S+)?$/;
const took = /^(?<amount>\d{1,9}(?:\.\d{1,9})?)(?<unit>ms|s|m|min|h)?$/i;
const unitsMs: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 };

/** Parses a number of a key; null for any other text. */
const readers: Readonly<Record<NumberKey, (text: string) => number | null>> = {
  status: (text) => (/^\d{3}$/.test(text) ? Number(text) : null),
  took(text) {
    const parts = took.exec(text)?.groups;
    if (parts === undefined) return null;
    return Number(parts["amount"]) * (unitsMs[parts["unit"]?.toLowerCase() ?? "ms"] ?? 1);
  },
  seq: (text) => (/^#?\d{1,15}$/.test(text) ? Number(text.replace("#", "")) : null),
};

const errors: Readonly<Record<NumberKey, readonly [isNot: string, hint: string]>> = {
  status: ["a status", "Write 404, 4xx, >=400 or 200..299"],
  took: ["a duration", "Write >1s, >=250ms, <10 (milliseconds) or 1s..5s"],
  seq: ["the number of a delivery", "Write 283, >=100 or 100..200"],
};

/**
 * Parses a number term as comparisons, all of which must hold: `404`, `>=400`, `200..299`, `400..`, and for a status
 * `4xx` or `40x`.
 * @throws {FilterSyntaxError}
 */
export function readNumbers(key: NumberKey, { text, span }: FilterText): readonly Comparison[] {
  const comparisons = (key === "status" ? statusClass(text) : null) ?? parseNumbers(readers[key], text);
  if (comparisons !== null) return comparisons;
  const [isNot, hint] = errors[key];
  throw new FilterSyntaxError(`"${text}" is not ${isNot}`, span, hint);
}

function parseNumbers(read: (text: string) => number | null, text: string): readonly Comparison[] | null {
  const ends = range.exec(text)?.groups;
  if (ends !== undefined) {
    const { from, to } = ends;
    const [least, most] = [from, to].map((end) => (end === undefined ? undefined : read(end)));
    if (least === null || most === null || (least === undefined && most === undefined)) return null;
    return [
      ...(least === undefined ? [] : [{ op: ">=", value: least } as const]),
      ...(most === undefined ? [] : [{ op: "<=", value: most } as const]),
    ];
  }
  const parts = compared.exec(text)?.groups;
  const value = read(parts?.["value"] ?? "");
  return value === null ? null : [{ op: readOperator(parts?.["op"]), value }];
}

function statusClass(text: string): readonly Comparison[] | null {
  const digits = statusPattern.exec(text)?.groups?.["digits"];
  if (digits === undefined || text.length !== 3) return null;
  const size = 10 ** (3 - digits.length);
  const first = Number(digits) * size;
  return [
    { op: ">=", value: first },
    { op: "<", value: first + size },
  ];
}

function readOperator(text: string | undefined): Comparison["op"] {
  return text === "<" || text === "<=" || text === ">" || text === ">=" ? text : "=";
}
