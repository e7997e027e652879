import { expect, it } from "vitest";
import type { PageDiff } from "../../../../../src/policy-service/page-diff.ts";
import { sinceBaselineLines } from "../../../../../src/screens/policies/detail/diff-lines.ts";
import type { Line } from "../../../../../src/text/line.ts";
import { pageOf } from "../../../../support/app/policy-state.ts";
import { changed, shippedPolicy } from "../../../../support/policy/policy-folder.ts";

const head = shippedPolicy("healthcare");
const weaker = changed(head, "receipt_retention_days: 2192", "receipt_retention_days: 400");
const lines = (sinceBaseline: PageDiff, width: number) =>
  sinceBaselineLines({ sinceBaseline, baseline: "v1.0" }, width);
const textOf = ({ spans }: Line) => spans.map(({ text }) => text).join("");

it.each([
  ["changes in little room", pageOf(weaker, "/p/p.yaml", {}, head), 25, "▼ 1 weaker  ▲ 0  = 0"],
  ["changes in much room", pageOf(weaker, "/p/p.yaml", {}, head), 80, "▼ 1 weaker  ▲ 0 stronger  = 0 other"],
  ["only text differs", pageOf(`# seen\n${head}`, "/p/p.yaml", {}, head), 25, "= text only"],
  ["a file in no repository", pageOf(head), 25, "not in a git repository"],
])("says %s in one line", (_, page, width, text) => {
  expect(sinceBaselineLines(page, width).map(textOf)).toEqual([text]);
});

it("says that nothing changed, and what the file was called", () => {
  const counts = { weakened: 0, strengthened: 0, changed: 0 };
  const same = { by: "clause", counts, changes: [], cells: [], fields: [], removed: [], axes: [] } as const;
  expect(lines(same, 25).map(textOf)).toEqual(["no changes"]);
  const renamed = { ...same, renamedFrom: "old.yaml" };
  expect(lines(renamed, 25).map(textOf)).toEqual(["renamed from old.yaml", "no changes"]);
});

it("says that a file is new, or why it cannot be compared", () => {
  const problem = (isNew: boolean) => ({ problem: "HEAD has errors (line 1)", isNew, isApart: false });
  expect(lines(problem(true), 80).map(textOf)).toEqual(["new, not in v1.0"]);
  expect(lines(problem(false), 80).map(textOf)).toEqual(["HEAD has errors (line 1)"]);
});
