import { expect, it } from "vitest";
import type { PolicyPage } from "../../../../../src/policy-service/policy-page.ts";
import { startOf } from "../../../../../src/screens/policies/select/open-items.ts";
import { pageOf } from "../../../../support/app/policy-state.ts";
import { changed, shippedPolicy } from "../../../../support/policy/policy-folder.ts";

const healthcare = shippedPolicy("healthcare");
const weaker = changed(healthcare, "receipt_retention_days: 2192", "receipt_retention_days: 400");
const weakerClause = changed(healthcare, "weight: 1.0", "weight: 0.7");
const wrong = changed(healthcare, "label: Robustness", "label: Security");

type Standing = PolicyPage["clauses"][number]["review"]["standing"];

/** Gives the clauses standings by their indexes, and approves the others. */
function reviewed(page: PolicyPage, standings: Readonly<Record<number, Standing>>): PolicyPage {
  const of = (index: number) => standings[index] ?? ("approved" as const);
  const { general } = page;
  return {
    ...page,
    general:
      general === null
        ? null
        : { ...general, review: { ...general.review, standing: of(page.clauses.length) } },
    clauses: page.clauses.map((clause, index) => ({
      ...clause,
      review: { ...clause.review, standing: of(index) },
    })),
  };
}

const page = pageOf(healthcare);
const general = page.clauses.length;
const mapped = (row: number) => page.clauses[row]?.cells.findIndex((cell) => cell !== null);

it("is the first error, before what is weaker", () => {
  const both = pageOf(changed(wrong, "receipt_retention_days: 2192", "receipt_retention_days: 400"));
  const [finding] = both.findings;
  expect(startOf(both, "document")).toEqual({
    cell: { row: finding?.clause, column: finding?.axis },
    finding: 0,
    change: 0,
    pane: "findings",
  });
});

it("is the row or cell that is weaker than in HEAD, before a flag", () => {
  const flagged = { 0: "none", [general]: "none", 8: "flagged" } as const;
  const ofClause = reviewed(pageOf(weakerClause, "/p/p.yaml", {}, healthcare), flagged);
  const place = startOf(ofClause, "document");
  expect(place).toMatchObject({ pane: "cell", change: 0 });
  expect(ofClause.clauses[place.cell.row]?.cells[place.cell.column]?.weight).toBe(0.7);
  const ofGeneral = reviewed(pageOf(weaker, "/p/p.yaml", {}, healthcare), flagged);
  expect(startOf(ofGeneral, "document").cell.row).toBe(general);
});

it("is the part that somebody must look at again, before a warning", () => {
  const warned = { ...page, findings: pageOf(wrong).findings };
  const at = (standings: Readonly<Record<number, Standing>>) =>
    startOf(reviewed(warned, standings), "document");
  expect(at({ 4: "reopened", 8: "flagged" })).toMatchObject({ cell: { row: 8 }, pane: "cell" });
  expect(at({ 4: "reopened", 2: "none" }).cell).toEqual({ row: 4, column: mapped(4) });
  expect(at({ 2: "none" }).pane).toBe("findings");
});

it("is the first part in the order that nobody reviewed, or else the first row", () => {
  expect(startOf(reviewed(page, { 3: "none", 6: "none" }), "document").cell).toEqual({
    row: 3,
    column: mapped(3),
  });
  expect(startOf(reviewed(page, { [general]: "none" }), "document").cell.row).toBe(general);
  expect(startOf(reviewed(page, {}), "document").cell).toEqual({ row: 0, column: mapped(0) });
  const weakest = startOf(page, "weakest").cell.row;
  expect(weakest).not.toBe(0);
  expect(startOf(reviewed(page, { 0: "none", [weakest]: "none" }), "weakest").cell.row).toBe(weakest);
  expect(startOf(pageOf("regime: ["), "document").cell.row).toBe(0);
});
