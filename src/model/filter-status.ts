import type { Comparison } from "./filter.ts";

const comparison = /^(?<op><=|>=|<|>|=)?(?<value>\d{3})$/;
const pattern = /^(?<digits>[1-9]\d?)x{1,2}$/i;
const range = /^(?<from>\d{3})?\.\.(?<to>\d{3})?$/;

function readOperator(text: string | undefined): Comparison["op"] {
  return text === "<" || text === "<=" || text === ">" || text === ">=" ? text : "=";
}

/**
 * Parses a status term into comparisons that must all hold: `404`, `>=400`, `4xx`, `40x`, `200..299`, `400..`. Returns null for any other
 * text.
 */
export function parseStatus(text: string): readonly Comparison[] | null {
  const compared = comparison.exec(text)?.groups;
  if (compared !== undefined) {
    return [{ op: readOperator(compared["op"]), value: Number(compared["value"]) }];
  }
  const digits = pattern.exec(text)?.groups?.["digits"];
  if (digits !== undefined && text.length === 3) {
    const size = 10 ** (3 - digits.length);
    const first = Number(digits) * size;
    return [
      { op: ">=", value: first },
      { op: "<", value: first + size },
    ];
  }
  const ends = range.exec(text)?.groups;
  if (ends === undefined || text === "..") return null;
  const from: readonly Comparison[] =
    ends["from"] === undefined ? [] : [{ op: ">=", value: Number(ends["from"]) }];
  const to: readonly Comparison[] = ends["to"] === undefined ? [] : [{ op: "<=", value: Number(ends["to"]) }];
  return [...from, ...to];
}
