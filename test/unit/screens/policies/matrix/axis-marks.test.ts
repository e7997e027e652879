import { expect, it } from "vitest";
import { viewsOf } from "../../../../../src/policy-service/make-page.ts";
import { noOlderVersion } from "../../../../../src/policy-service/page-diff.ts";
import { head } from "../../../../../src/policy-service/policy-page.ts";
import { checkPolicy } from "../../../../../src/policy/check.ts";
import type { Direction } from "../../../../../src/policy/diff/change.ts";
import { unsealed } from "../../../../../src/policy/seal/seal-state.ts";
import { matrixHead } from "../../../../../src/screens/policies/matrix/matrix-head.ts";
import { layoutMatrix } from "../../../../../src/screens/policies/matrix/matrix-layout.ts";
import { axisDirection } from "../../../../../src/screens/policies/select/changes.ts";
import { lineWidth } from "../../../../../src/text/line.ts";
import { pageOf } from "../../../../support/app/policy-state.ts";
import { changed, shippedPolicy } from "../../../../support/policy/policy-folder.ts";

const text = shippedPolicy("healthcare");
const base = { kind: "file", name: "energy.yaml", path: "/p/energy.yaml" } as const;
const page = viewsOf({
  path: "/p/p.yaml",
  file: { check: checkPolicy(text, { file: "/p/p.yaml" }), text, bytes: Buffer.from(text) },
  review: { entries: [], problem: null },
  seal: unsealed,
  baseline: { base: head, version: noOlderVersion },
}).page("ann", { base, version: { check: checkPolicy(shippedPolicy("energy")), isOtherFile: true } });
const { diff } = page.compared;

it("marks each axis whose weight or enforcement differs from a policy of another vertical", () => {
  if ("problem" in diff) throw new Error(diff.problem);
  expect(diff.by).toBe("axis");
  const columnsOf = (one: Direction) =>
    new Set(diff.changes.flatMap(({ direction, axis }) => (direction === one ? (axis ?? []) : [])));
  const [weaker, stronger] = [columnsOf("weakened"), columnsOf("strengthened")];
  page.columns.forEach((_, column) => {
    const expected = weaker.has(column) ? "weakened" : stronger.has(column) ? "strengthened" : null;
    expect(axisDirection(page, column), `column ${column}`).toBe(expected);
  });
  expect(Math.min(weaker.size, stronger.size)).toBeGreaterThan(0);
});

it.each([70, 90, 120, 200])("shows each mark before the number of its axis, %d columns wide", (columns) => {
  const layout = layoutMatrix(page, columns, 0);
  const [line] = matrixHead(page, layout, "document", 1, null);
  const head = line?.spans.map((one) => one.text).join("") ?? "";
  const shown = layout.columns.map(({ index }) => {
    const direction = axisDirection(page, index);
    const mark = direction === "weakened" ? "▼" : direction === "strengthened" ? "▲" : "";
    return `${mark}Λ${index + 1}`;
  });
  expect(head.match(/[▼▲]?Λ\d+/g)).toEqual(shown);
  expect(lineWidth(line ?? { spans: [] })).toBe(columns);
});

it("marks an axis that is no longer mandatory since HEAD", () => {
  const since = pageOf(changed(text, "[Λ1, Λ2, Λ3,", "[Λ1, Λ3,"), "/p/p.yaml", {}, text);
  expect(axisDirection(since, 1)).toBe("weakened");
  expect(axisDirection(since, 0)).toBeNull();
});

it.each([60, 70, 90, 120, 200])(
  "keeps the mark of the selected axis if its brackets fit, %d columns wide",
  (columns) => {
    const since = pageOf(changed(text, "[Λ1, Λ2, Λ3,", "[Λ1, Λ3, Λ10,"), "/p/p.yaml", {}, text);
    const shownFor = (column: number) => {
      const layout = layoutMatrix(since, columns, column);
      const [line] = matrixHead(since, layout, "document", 1, { column, isFocused: true });
      expect(lineWidth(line ?? { spans: [] })).toBe(columns);
      const head = line?.spans.map((one) => one.text).join("") ?? "";
      return { cell: layout.cell, form: /\[.*\]/.exec(head)?.[0] };
    };
    const forms = {
      7: ["[▼Λ2]", "[▲Λ10!]", "[Λ1!]"],
      5: ["[▼Λ2]", "[Λ10]", "[Λ1!]"],
      4: ["[Λ2]", "[10]", "[Λ1]"],
    };
    const shown = [1, 9, 0].map(shownFor);
    const [{ cell } = { cell: 0 }] = shown;
    expect(shown.map(({ form }) => form)).toEqual(
      Object.entries(forms).find(([width]) => Number(width) === cell)?.[1],
    );
  },
);
