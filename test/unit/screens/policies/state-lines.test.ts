import { describe, expect, it } from "vitest";
import { stateLines } from "../../../../src/screens/policies/document/state-lines.ts";
import type { PolicyPage } from "../../../../src/screens/policies/page/policy-page.ts";
import { displayWidth } from "../../../../src/text/width.ts";
import { pageOf } from "../../../support/app/policy-state.ts";
import { shippedPolicy } from "../../../support/policy/policy-folder.ts";
import { reviewEntry } from "../../../support/policy/review-entries.ts";

const healthcare = shippedPolicy("healthcare");
const clock = { nowMs: 0, zone: "utc" } as const;

function stateText(page: PolicyPage, width = 38): string {
  const lines = stateLines(page, width, clock).map(({ spans }) => spans.map(({ text }) => text).join(""));
  for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
  return lines.join("\n");
}

/** Returns a page with these verdicts, the first clause's first; several of a clause are of different people. */
function reviewedPage(...verdicts: readonly (readonly ("approved" | "flagged")[])[]): PolicyPage {
  const { clauses } = pageOf(healthcare);
  const entries = verdicts.flatMap((kinds, index) =>
    kinds.map((kind, by) =>
      reviewEntry(kind, {
        by: ["ann", "bob"][by] ?? "",
        text: kind === "flagged" ? "no owner" : "",
        clauseId: clauses[index]?.id ?? "",
        clauseHash: clauses[index]?.hash ?? "",
      }),
    ),
  );
  return pageOf(healthcare, "/p/p.yaml", { entries });
}

describe("the progress of a review", () => {
  const page = reviewedPage(["approved"], ["flagged"], ["approved", "flagged"], ["approved"]);

  it("is the number of approvals, beside those of flags and disagreements", () => {
    expect(stateText(page)).toMatch(/^ approved +2 of 13 █+░+ ⚑ 1 · ≠ 1$/m);
    expect(stateText(reviewedPage(["approved"], ["flagged"]))).toMatch(/^ approved +1 of 13 █+░+ ⚑ 1$/m);
    expect(stateText(reviewedPage(["approved"]))).toMatch(/^ approved +1 of 13 █░{11}$/m);
  });

  it("has no room for them in a narrow pane", () => {
    expect(stateText(page, 28)).toMatch(/^ approved +2 of 13 █+░+$/m);
  });
});
