import { expect, test } from "vitest";
import type { UpstreamDocument } from "../../../../../src/policy-files/upstream/compare-upstream.ts";
import { sameText } from "../../../../../src/screens/policies/dialogs/upstream.ts";

const document = (standing: UpstreamDocument["standing"]): UpstreamDocument => ({
  name: "a.yaml",
  standing,
  isKept: false,
  ours: "1",
  upstream: standing === "ours" ? null : "1",
});

test.each([
  [["same", "same"], "Every document matches upstream 9db8406"],
  [["same", "ours", "ours"], "1 document matches upstream 9db8406, 2 only here"],
  [["ours", "ours", "ours"], "There is no policy in upstream 9db8406; 3 documents are only here"],
  [[], "There is no policy in upstream 9db8406"],
] as const)("documents that are %j are not all as in upstream", (standings, text) => {
  expect(sameText({ sha: "9db8406aa", documents: standings.map(document) })).toBe(text);
});
