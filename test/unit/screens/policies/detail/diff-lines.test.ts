import { expect, it } from "vitest";
import type { PlacedChange } from "../../../../../src/policy/diff/placed-changes.ts";
import { diffLines } from "../../../../../src/screens/policies/detail/diff-lines.ts";
import { changeCell } from "../../../../../src/screens/policies/select/changes.ts";
import type { Line } from "../../../../../src/text/line.ts";
import { pageOf } from "../../../../support/app/policy-state.ts";
import { changed, shippedPolicy } from "../../../../support/policy/policy-folder.ts";

const head = shippedPolicy("healthcare");
const now = [
  ["jurisdiction: US-Federal", "jurisdiction: US"],
  ["weight: 0.6", "weight: 0.9"],
  ["[Λ1, Λ2, Λ3,", "[Λ1, Λ3,"],
  ["quorum: 2-of-3", "quorum: 3-of-3"],
].reduce((text, [piece = "", other = ""]) => changed(text, piece, other), head);
const page = pageOf(now, "/p/p.yaml", {}, head);

const lineText = ({ spans }: Line) => spans.map(({ text }) => text).join("");

it("lists the changes by section, in the order of the document", () => {
  const { lines, selected } = diffLines(page.compared, 2, 62);
  const rule = (name: string) => ` ── ${name} ${"─".repeat(62 - name.length - 5)}`;
  const texts = lines.map(lineText);
  expect(texts.slice(0, texts.indexOf(rule("lines")))).toEqual([
    " since HEAD  4 changes: 1 weakened, 2 strengthened, 1 changed",
    rule("identity"),
    ' = changed       jurisdiction "US-Federal" → "US"',
    rule("clauses"),
    " ▲ strengthened  HIPAA-164.308a1A: Λ8 (Robustness) weight 0.6",
    "                 → 0.9",
    rule("thresholds"),
    "❯▼ weakened      Λ2 (Accountability) is no longer mandatory",
    rule("receipt chain"),
    ' ▲ strengthened  quorum "2-of-3" → "3-of-3"',
  ]);
  expect(selected).toEqual([7, 8]);
  const below = texts.slice(texts.indexOf(rule("lines")) + 1);
  expect(below.filter((text) => /^ [+-]/.test(text)).slice(0, 2)).toEqual([
    " -jurisdiction: US-Federal",
    " +jurisdiction: US",
  ]);
});

it("shows what differs in comments alone", () => {
  const commented = pageOf(`${head}# seen by counsel\n`, "/p/p.yaml", {}, head);
  const texts = diffLines(commented.compared, 0, 62).lines.map(lineText);
  expect(texts[0]).toBe(" = Text only: no changes since HEAD.");
  expect(texts).toContain(" +# seen by counsel");
});

it("marks none of the changes that are only read", () => {
  const { lines } = diffLines(page.compared, null, 62);
  expect(lines.map(lineText)).toContain(" ▼ weakened      Λ2 (Accountability) is no longer mandatory");
  expect(lines.flatMap(({ spans }) => spans).every(({ click }) => click === undefined)).toBe(true);
});

it("says how many changes a page does not list", () => {
  const { diff } = page.compared;
  if ("problem" in diff) throw new Error(diff.problem);
  const cut = { ...diff, changes: diff.changes.slice(0, 1) };
  const { lines } = diffLines({ kind: "revision", name: "HEAD", diff: cut }, 9, 60);
  expect(lines.map(lineText)).toContain("   and 3 more");
});

it("finds the place of a change: its mapping, its clause, the general provisions, or the head of its axis", () => {
  const field = "/compliance_thresholds/mandatory_axes";
  const cellOf = (place: Pick<PlacedChange, "clause" | "axis">, changed: string | null = null) =>
    changeCell(page, { ...place, field: changed });
  expect(cellOf({ clause: 0, axis: 7 })).toEqual({ row: 0, column: 7 });
  expect(cellOf({ clause: 2, axis: null })).toEqual({ row: 2, column: null });
  expect(cellOf({ clause: null, axis: 1 }, field)).toEqual({ row: page.clauses.length, column: 1 });
  expect(cellOf({ clause: null, axis: null }, field)).toEqual({ row: page.clauses.length, column: null });
  expect(cellOf({ clause: null, axis: 1 })).toEqual({ row: -1, column: 1 });
  expect(cellOf({ clause: null, axis: null })).toBeNull();
  // A page lists at most 200 clauses.
  expect(cellOf({ clause: 200, axis: 1 })).toBeNull();
});
