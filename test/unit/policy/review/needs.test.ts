import { expect, it } from "vitest";
import { openClauses } from "../../../../src/policy/review/needs.ts";

it("lists flagged clauses, then disagreements, reopened ones, then those without a verdict; approved ones need nothing", () => {
  const standings = ["none", "reopened", "approved", "flagged", "none", "flagged", "disagreement"] as const;
  expect(openClauses(standings.map((standing) => ({ standing })))).toEqual([
    { clause: 3, need: "flagged" },
    { clause: 5, need: "flagged" },
    { clause: 6, need: "disagreement" },
    { clause: 1, need: "reopened" },
    { clause: 0, need: "unseen" },
    { clause: 4, need: "unseen" },
  ]);
  expect(openClauses([{ standing: "approved" }])).toEqual([]);
});
