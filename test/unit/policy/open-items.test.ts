import { expect, it } from "vitest";
import { openClauses } from "../../../src/policy/open-items.ts";

it("lists flagged clauses, then disagreements, reopened ones, then those without a verdict; approved ones need nothing", () => {
  const standings = ["none", "reopened", "approved", "flagged", "none", "flagged", "disagreement"] as const;
  expect(openClauses(standings.map((standing) => ({ standing })))).toEqual([
    { clause: 3, kind: "flagged" },
    { clause: 5, kind: "flagged" },
    { clause: 6, kind: "disagreement" },
    { clause: 1, kind: "reopened" },
    { clause: 0, kind: "unseen" },
    { clause: 4, kind: "unseen" },
  ]);
  expect(openClauses([{ standing: "approved" }])).toEqual([]);
});
