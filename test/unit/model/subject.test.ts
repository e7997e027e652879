import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { shortSubject, subjectOf } from "../../../src/model/subject.ts";
import { hostileStrings } from "../../support/hostile-text.ts";

const oldSha = "0".repeat(40);
const newSha = "9a53552".padEnd(40, "f");

function refs(...updatedRefs: readonly Record<string, unknown>[]): Record<string, unknown> {
  return { updatedRefs };
}

it.each([
  [refs({ ref: "refs/heads/main", oldSha, newSha }), "main@9a53552"],
  [refs({ ref: "refs/heads/main", oldSha: null, newSha }), "new branch main@9a53552"],
  [refs({ ref: "refs/heads/a/b", oldSha, newSha: null }), "deleted branch a/b"],
  [refs({ ref: "refs/tags/v1", oldSha, newSha }), "tag v1@9a53552"],
  [refs({ ref: "refs/tags/v1", newSha }), "new tag v1@9a53552"],
  [refs({ ref: "refs/tags/v1", oldSha }), "deleted tag v1"],
  [refs({ ref: "refs/pr/3", oldSha, newSha }), "pr/3@9a53552"],
  [refs({ ref: "odd", oldSha, newSha }, {}, {}), "odd@9a53552 +2"],
  [{ discussion: { num: 1, title: "ok!", status: "open" } }, "#1 ok!"],
  [
    { discussion: { num: 7, title: "Fix\n it", status: "merged", isPullRequest: true } },
    "PR #7 Fix it · merged",
  ],
  [{ discussion: { num: 2, title: "Q" }, comment: { content: "Why\n\nthis?" } }, "#2 Q · Why this?"],
  [{ movedTo: { name: "me/new" } }, "moved to me/new"],
  [{ updatedConfig: { private: true } }, "made private"],
  [{ updatedConfig: { private: false } }, "made public"],
])("tells the change of %j", (payload, subject) => {
  expect(subjectOf(payload)).toBe(subject);
});

it.each([
  {},
  { updatedRefs: [] },
  { updatedRefs: [1] },
  { updatedRefs: "x" },
  { discussion: { num: "1" } },
  { updatedConfig: [true] },
])("returns null for %j", (payload) => {
  expect(subjectOf(payload)).toBeNull();
});

it("keeps every text on one line of at most 120 characters", () => {
  for (const text of [...hostileStrings.map(({ text }) => text), "𝄞".repeat(500), "x\n".repeat(1_000_000)]) {
    const subjects = [
      subjectOf({ discussion: { num: 1, title: text }, comment: { content: text } }),
      subjectOf(refs({ ref: `refs/heads/${text}`, newSha: text })),
      shortSubject(text),
    ];
    for (const subject of subjects) expect(subject?.length).toBeLessThanOrEqual(120);
    expect(subjects[0]).not.toMatch(/[\n\r\t]/);
  }
});

it("cuts no surrogate pair", () => {
  expect(shortSubject(`x${"𝄞".repeat(60)}`)).toBe(`x${"𝄞".repeat(59)}`);
});

it.each(["repo.content.update", "discussion.create", "discussion.comment.create"])(
  "tells the change of the payload of %s",
  (name) => {
    const payload: Record<string, unknown> = JSON.parse(
      readFileSync(`fixtures/payloads/${name}.json`, "utf8"),
    );
    expect(subjectOf(payload)).toMatch(name === "repo.content.update" ? /^\S+@[0-9a-f]{7}$/ : /^#\d+ \S/);
  },
);
