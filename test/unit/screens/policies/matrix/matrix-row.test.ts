import { expect, it } from "vitest";
import { clauseReviews } from "../../../../../src/policy/review/clause-review.ts";
import type { ReviewEntry } from "../../../../../src/policy/review/review-entry.ts";
import { matrixHead } from "../../../../../src/screens/policies/matrix/matrix-head.ts";
import { layoutMatrix, reviewSpans } from "../../../../../src/screens/policies/matrix/matrix-layout.ts";
import { matrixRow } from "../../../../../src/screens/policies/matrix/matrix-row.ts";
import { cellKey } from "../../../../../src/screens/policies/state/what-if.ts";
import { lineWidth } from "../../../../../src/text/line.ts";
import { pageOf } from "../../../../support/app/policy-state.ts";
import { changed, shippedPolicy } from "../../../../support/policy/policy-folder.ts";
import { reviewEntry } from "../../../../support/policy/review-entries.ts";

const healthcare = shippedPolicy("healthcare");
const page = pageOf(changed(healthcare, "weight: 1.0", "weight: 0.85"), "/p/p.yaml", {}, healthcare);
/** Widths at which a cell has 4, 5 and 7 columns. */
const widths = { 4: 80, 5: 90, 7: 120 } as const;

/** Returns the first row with a cell selected. @param isChanged true if a pending change alters the cell */
function rowOf(cell: keyof typeof widths, column: number, isChanged: boolean, of = page): string {
  const layout = layoutMatrix(of, widths[cell], column);
  expect(layout.cell).toBe(cell);
  const changes = new Set(isChanged ? [cellKey(0, column)] : []);
  const line = matrixRow(of, 0, layout, { column, isFocused: true }, changes);
  expect(lineWidth(line)).toBe(widths[cell]);
  return line.spans.map(({ text }) => text).join("");
}

it.each([
  [4, /· ▼\[█●\]/, /· ▼\[█●\]/],
  [5, /▼\[█●\]/, /▼\[█●\]/],
  [7, /\[▼●\.85\]/, /\[▼\*\.85\]/],
] as const)("shows brackets and marks of a selected cell of %i columns", (cell, weaker, pending) => {
  expect(rowOf(cell, 5, false)).toMatch(weaker);
  expect(rowOf(cell, 5, true)).toMatch(pending);
});

it.each([4, 5, 7] as const)("has room for the mark of the first of cells of %i columns", (cell) => {
  const unmapped = rowOf(cell, 0, true);
  expect(unmapped).toMatch(cell === 7 ? /\[\*· {3}\]/ : /\*\[· \]/);
  const clause = page.clauses[0];
  if (clause === undefined) throw new Error("no clause");
  const long = {
    ...page,
    clauses: [{ ...clause, title: "A title that fills the column of the name whole" }],
  };
  expect(rowOf(cell, 0, true, long)).toMatch(cell === 7 ? /\[\*· {3}\]/ : /\*\[· \]/);
});

it("keeps the shade beside a weight with one digit, and the places of other cells", () => {
  const whole = pageOf(changed(healthcare, "weight: 1.0", "weight: 0.5"), "/p/p.yaml", {}, healthcare);
  expect(rowOf(7, 5, false, whole)).toMatch(/\[▼▒●\.5\]/);
  const places = (row: string) => [...row].findIndex((sign) => sign === "0" || sign === "◐");
  expect(places(rowOf(4, 5, true))).toBe(places(rowOf(4, 9, false)));
});

it("marks a clause whose wording changed", () => {
  const reworded = pageOf(
    changed(healthcare, "title: Risk analysis", "title: Risks"),
    "/p/p.yaml",
    {},
    healthcare,
  );
  expect(rowOf(7, 0, false, reworded)).toMatch(/^❯. = 308a1A Risks /);
  expect(rowOf(7, 0, false)).not.toContain("= 308a1A");
});

it("names the prefix above the IDs that leave it out", () => {
  const headOf = (width: number) =>
    matrixHead(page, layoutMatrix(page, width, 0), "document", 2, null).map(({ spans }) =>
      spans.map(({ text }) => text).join(""),
    );
  expect(headOf(widths[7])[0]).toMatch(/^ {3}clause HIPAA-164\.… +Transp/);
  expect(headOf(200)[0]).toMatch(/^ {3}clause +Transp/);
});

it("has the sign of a comment only if there is one, not for the reason of a flag", () => {
  const flag = reviewEntry("flagged", { text: "no owner" });
  const reviewOf = (...entries: readonly ReviewEntry[]) => {
    const [review] = clauseReviews([{ id: flag.clauseId, hash: flag.clauseHash }], entries);
    return reviewSpans(review!, "ann", 17)
      .map(({ text }) => text)
      .join("")
      .trim();
  };
  expect(reviewOf(flag)).toBe("you ⚑");
  expect(reviewOf(flag, reviewEntry("comment", { text: "who?" }))).toBe("you ⚑ ✎");
  expect(reviewOf(flag, reviewEntry("reply", { by: "bob", to: flag.id, text: "me" }))).toBe("you ⚑ ✎");
});
