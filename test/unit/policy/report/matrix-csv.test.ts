import { expect, test } from "vitest";
import { matrix } from "../../../../src/policy/matrix/matrix.ts";
import { matrixCsv } from "../../../../src/policy/report/matrix-csv.ts";
import { validPolicy } from "../../../support/policy/valid-policy.ts";

/** RFC 4180, read by its grammar: fields in quotes may hold anything, two quotes in them are one. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/gy;
  for (let match = field.exec(text); match !== null && match[0] !== ""; match = field.exec(text)) {
    rows.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? "");
    if (match[3] === "\r\n") rows.push([]);
  }
  expect(field.lastIndex).toBe(text.length);
  expect(rows.pop()).toEqual([]);
  return rows;
}

test("a line for each clause, weight and enforcement of each axis", () => {
  const rows = readCsv(matrixCsv(matrix(validPolicy())));
  expect(rows).toHaveLength(9);
  expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([23]));
  expect(rows[0]?.slice(0, 5)).toEqual([
    "clause_id",
    "title",
    "citation",
    "Λ1 Transparency weight",
    "Λ1 Transparency enforcement",
  ]);
  expect(rows[0]?.[7]).toBe("Λ3 Privacy (mandatory) weight");
  expect(rows[1]?.slice(0, 3)).toEqual(["HC-164.300", "Clause number 1", "45 CFR 164.300"]);
  expect(rows[1]?.slice(7, 9)).toEqual(["0.9", "mandatory"]);
  expect(rows[1]?.slice(3, 7)).toEqual(["", "", "", ""]);
});

test.each([
  ["=cmd|' /C calc'!A0", "'=cmd|' /C calc'!A0"],
  ["+1+1", "'+1+1"],
  ["-1+1", "'-1+1"],
  ["@SUM(1)", "'@SUM(1)"],
  ["\t=1", "'\t=1"],
  ["\r=1", "'\n=1"],
  ["  =1", "'  =1"],
  ['a "quoted", title\nof two lines', 'a "quoted", title\nof two lines'],
  ["a = b", "a = b"],
])("the title %j stands there as %j, and no spreadsheet computes it", (title, written) => {
  const policy = validPolicy();
  policy.regulatory_clauses[0]!.title = title;
  expect(readCsv(matrixCsv(matrix(policy)))[1]?.[1]).toBe(written);
});

test("of anything else it has the titles alone", () => {
  expect(readCsv(matrixCsv(matrix("nothing")))).toHaveLength(1);
});
