import { expect, it } from "vitest";
import type { UpstreamDocument } from "../../../../../src/policy-files/upstream/compare-upstream.ts";
import { pageDiff } from "../../../../../src/policy-service/page-diff.ts";
import { doubtsOf } from "../../../../../src/screens/policies/actions/upstream.ts";
import { revisionLines } from "../../../../../src/screens/policies/dialogs/upstream.ts";
import { setUpstream } from "../../../../../src/screens/policies/state/upstream.ts";
import { windowSlice } from "../../../../../src/tui/state/window.ts";
import { policiesState } from "../../../../support/app/policy-state.ts";
import { after } from "../../../../support/app/state.ts";
import { checked } from "../../../../support/policy/checked.ts";
import { changed, shippedPolicy } from "../../../../support/policy/policy-folder.ts";

const healthcare = shippedPolicy("healthcare");

function documents(...standings: readonly UpstreamDocument["standing"][]): readonly UpstreamDocument[] {
  return standings.map((standing, index) => ({
    name: `p${index}.yaml`,
    standing,
    isKept: false,
    ours: standing === "new" ? null : "1",
    upstream: standing === "ours" || standing === "removed" ? null : "1",
  }));
}

const revision = (...standings: readonly UpstreamDocument["standing"][]) => ({
  sha: "9db84061",
  fetchedAtMs: 0,
  documents: documents(...standings),
});

it("the revision has the number of documents in its grammar, and no age in the future", () => {
  const link = { repo: { type: "dataset", name: "me/policies" }, branch: "main" } as const;
  const textAt = (aheadMs: number, ...standings: readonly UpstreamDocument["standing"][]) => {
    const state = policiesState({ "p.yaml": healthcare });
    const { nowMs } = windowSlice.get(state);
    const fetched = { ...revision(...standings), fetchedAtMs: nowMs + aheadMs };
    return revisionLines(after(state, setUpstream({ link, fetched }))).map(({ spans }) =>
      spans.map(({ text }) => text).join(""),
    );
  };
  expect(textAt(1_500, "differs", "same")).toEqual([
    "dataset:me/policies main at 9db8406, fetched just now",
    "1 differs · 1 same",
  ]);
  expect(textAt(-3_000, "differs", "differs", "ours")).toEqual([
    "dataset:me/policies main at 9db8406, fetched 3 s ago",
    "2 differ · 1 only here",
  ]);
});

it("a version is doubtful that makes a value weaker or cannot be compared", () => {
  const older = { check: checked(healthcare).check };
  const doubts = (theirs: string) => doubtsOf(pageDiff(checked(theirs).check, older, "ours"));
  const weaker = changed(healthcare, "receipt_retention_days: 2192", "receipt_retention_days: 400");
  expect(doubts(`${healthcare}# comment\n`)).toEqual([]);
  expect(doubts(weaker)).toEqual([
    { text: "▼ 1 value weaker than in ours", tone: "error" },
    { text: "· receipt_retention_days 2192 → 400", tone: "error" },
  ]);
  expect(doubts("<<<<<<< HEAD\n")).toEqual([
    { text: expect.stringMatching(/^✗ not compared: it has errors \(/) as unknown, tone: "error" },
  ]);
});
