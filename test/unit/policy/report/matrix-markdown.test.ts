import { expect, test } from "vitest";
import { matrix } from "../../../../src/policy/matrix/matrix.ts";
import { matrixTable } from "../../../../src/policy/report/html/matrix-table.ts";
import { matrixMarkdown } from "../../../../src/policy/report/matrix-markdown.ts";
import { hostileStrings } from "../../../support/hostile-text.ts";
import { validPolicy } from "../../../support/policy/valid-policy.ts";

const columns = (row: string) => row.split(/(?<!\\)\|/).length - 2;

test("is a table with a row for each clause, one for the coverage and one for the mandatory weights", () => {
  const lines = matrixMarkdown(matrix(validPolicy())).split("\n");
  expect(lines.slice(0, 3)).toEqual([
    "| Clause | Title | Λ1 | Λ2 | **Λ3!** | Λ4 | Λ5 | **Λ6!** | **Λ7!** | Λ8 | Λ9 | Λ10 |",
    "| --- | --- | :-: | :-: | :-: | :-: | :-: | :-: | :-: | :-: | :-: | :-: |",
    "| HC-164.300 | Clause number 1 |  |  | ● 0.9 |  |  | ◐ 0.5 |  |  |  |  |",
  ]);
  expect(lines[10]).toBe("| **coverage** |  | 1 | 2 | 2 | 1 | 1 | 2 | 2 | 1 | 1 | 1 |");
  expect(lines[11]).toBe(
    "| **mandatory weight** |  | 0.9 | 0.9 | 0.9 | 0.9 | 0.9 | 0.9 | 0.9 | 0.0 | 0.0 | 0.9 |",
  );
  expect(lines).toContain(
    "Coverage: 10 of 10 axes, minimum 10, slack 0. Strength: 0.9 at Λ3, the smallest mandatory weight of a mandatory axis.",
  );
});

test("the mandatory weight of an axis that no clause maps is a dash, as on the screen", () => {
  const policy = validPolicy();
  for (const clause of policy.regulatory_clauses) {
    clause.lambda_axes = clause.lambda_axes.filter(({ axis }) => axis !== "Λ8");
  }
  const weights = ["0.9", "0.9", "0.9", "0.9", "0.9", "0.9", "0.9", "—", "0.0", "0.9"];
  expect(matrixMarkdown(matrix(policy))).toContain(`| **mandatory weight** |  | ${weights.join(" | ")} |`);
  expect(matrixTable(matrix(policy))).toContain(
    `Mandatory weight</th>${weights.map((weight) => `<td>${weight}</td>`).join("")}`,
  );
});

test("no title ends its cell, its row or becomes markup", () => {
  for (const text of [
    "a | b\nc",
    "<b>&amp;</b>",
    "[x](javascript:alert(1))",
    "`|`",
    "\\|",
    ...hostileStrings.map(({ text }) => text),
  ]) {
    const policy = validPolicy();
    policy.regulatory_clauses[0]!.title = text;
    const lines = matrixMarkdown(matrix(policy)).split("\n");
    expect(lines).toHaveLength(19);
    expect(columns(lines[2] ?? "")).toBe(12);
    expect(lines[2]).not.toMatch(/<(?!!-- -->)|(?<!\\)[[`]/);
  }
});
