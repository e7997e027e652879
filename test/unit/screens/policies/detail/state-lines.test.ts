import { describe, expect, it } from "vitest";
import type { PolicyPage } from "../../../../../src/policy-service/policy-page.ts";
import { type SealState, unsealed } from "../../../../../src/policy/seal/seal-state.ts";
import { stateLines } from "../../../../../src/screens/policies/detail/state-lines.ts";
import { displayWidth } from "../../../../../src/text/width.ts";
import { nextTickMs } from "../../../../../src/tui/clock.ts";
import { showScreen } from "../../../../../src/tui/state/nav.ts";
import { setWindow } from "../../../../../src/tui/state/window.ts";
import { pageOf, policiesState } from "../../../../support/app/policy-state.ts";
import { registry } from "../../../../support/app/registry.ts";
import { after } from "../../../../support/app/state.ts";
import { changed, shippedPolicy } from "../../../../support/policy/policy-folder.ts";
import { reviewEntry } from "../../../../support/policy/review-entries.ts";

const healthcare = shippedPolicy("healthcare");
const state = policiesState({ "p.yaml": healthcare });

function stateText(page: PolicyPage, width = 38): string {
  const lines = stateLines(state, page, width).map(({ spans }) => spans.map(({ text }) => text).join(""));
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

describe("what needs you", () => {
  it("says the reason of a flag in at most two rows", () => {
    expect(stateText(reviewedPage(["flagged"]))).toMatch(/^ ⚑ 308a1A +flagged: no owner$/m);
    expect(stateText(reviewedPage(["flagged"]), 26)).toMatch(/^ ⚑ 308a1A +flagged: no\n {3}owner$/m);
    expect(stateText(reviewedPage(["flagged"]), 16)).toMatch(/^ ⚑ 308a1A +\n {3}flagged: no …$/m);
    expect(stateText(reviewedPage(["approved", "flagged"]))).toMatch(/^ ≠ 308a1A +disagreement: no ow/m);
  });

  it("has the seal, with what it needs", () => {
    const page = pageOf(healthcare);
    const sealed = (seal: Partial<SealState>) => stateText({ ...page, seal: { ...unsealed, ...seal } });
    const changes = [{ part: "meta", how: "changed" }] as const;
    expect(sealed({ standing: "changed", changes })).toMatch(/^ ↺ seal +1 change since$/m);
    expect(sealed({ standing: "unsigned" })).toMatch(/^ ▲ seal +too few valid signatures$/m);
    const proposal = {
      proposedAt: "2026-11-20T09:00:00Z",
      quorum: "2-of-3",
      signed: [],
      missing: ["ann", "bob"],
      previous: null,
      problem: null,
    };
    expect(sealed({ standing: "proposed", proposal })).toMatch(/^ · seal +proposed, missing ann, bob$/m);
    expect(sealed({ standing: "broken", problem: "EACCES" })).toMatch(/^ ✗ seal +damaged: EACCES$/m);
  });

  it("keeps what is weaker than in HEAD while another version is compared", () => {
    const weaker = changed(healthcare, "receipt_retention_days: 2192", "receipt_retention_days: 400");
    const page = pageOf(weaker, "/p/p.yaml", {}, healthcare);
    const compared = { kind: "revision", name: "v1.0", diff: page.sinceBaseline } as const;
    expect(stateText({ ...page, compared })).toContain(" ▼ General  retention days 2192 → 400");
  });
});

describe("the lines of the state", () => {
  it("break a long name at a hyphen", () => {
    const last = {
      id: "r",
      sealedAt: "2026-11-20T09:00:00Z",
      root: "",
      algorithm: "SHA-256",
      chaining: "hash_chain",
      coverage: 9,
      quorum: "2-of-3",
      signed: ["information-system-security-officer"],
      missing: ["a", "b"],
    } as const;
    const text = stateText({ ...pageOf(healthcare), seal: { ...unsealed, standing: "sealed", last } });
    expect(text).toMatch(/by information-system-\n +security-officer \(1\/3\)/);
  });

  it("have at most two rows for the reason why a policy cannot be compared", () => {
    const faulty = changed(healthcare, "regulatory_clauses:", "regulatory_clause:");
    const state = stateText(pageOf(healthcare, "/p/p.yaml", {}, faulty));
    expect(state).toMatch(/^ since HEAD +HEAD has errors .*\n {13}.*…\n approved/m);
  });

  it("have the first error of a policy that is compared by lines, in at most four rows", () => {
    const faulty = changed(healthcare, "regulatory_clauses:", "regulatory_clause:");
    const state = stateText(pageOf(faulty, "/p/p.yaml", {}, healthcare));
    expect(state).toMatch(/^ since HEAD +lines only: it has errors$/m);
    expect(state).toMatch(/^ ✗ \d errors?: line \d+: .*(?:\n {3}\S.*){1,3}\n(?! {3})/m);
  });

  it("have the changes of a policy with an error beside it, in two rows", () => {
    const faulty = changed(healthcare, "label: Security", "label: Securty");
    const weaker = changed(faulty, "receipt_retention_days: 2192", "receipt_retention_days: 400");
    const state = stateText(pageOf(weaker, "/p/p.yaml", {}, healthcare));
    expect(state).toMatch(/^ since HEAD +▼ 1 weaker {2}▲ 0 {2}= 0\n {13}errors are not compared\n approved/m);
    expect(state).toMatch(/^ ✗ 1 error: /m);
    expect(state).toMatch(/^ ▼ General +retention days 2192 → 400$/m);
    const only = stateText(pageOf(faulty, "/p/p.yaml", {}, healthcare));
    expect(only).toMatch(/^ since HEAD +no other changes\n {13}errors are not compared$/m);
  });
});

it("are drawn again when a day begins, in whatever zone, while a policy is shown", () => {
  const nowMs = Date.parse("2026-11-20T23:50:00Z");
  const night = after(state, setWindow({ nowMs }));
  expect(nextTickMs(night, registry, nowMs)).toBe(Date.parse("2026-11-21T00:00:00Z"));
  expect(nextTickMs(after(night, showScreen("messages")), registry, nowMs)).toBeGreaterThan(
    Date.parse("2026-11-21T00:00:00Z"),
  );
});

it("names a baseline beside the changes, or above them if it is long", () => {
  const weaker = changed(healthcare, "weight: 0.7", "weight: 0.2");
  const since = (baseline: string) => stateText(pageOf(weaker, "/p/p.yaml", {}, healthcare, baseline));
  expect(since("v1.0")).toMatch(/^ since v1\.0 {2}▼ 1 weaker/m);
  expect(since("origin/main")).toMatch(/^ since origin\/main\n {13}▼ 1 weaker/m);
});
