import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { reviewPath } from "../../../../src/policy-files/beside-policy.ts";
import { addEntry, readReview } from "../../../../src/policy-files/review-folder.ts";
import { clauseReviews } from "../../../../src/policy/review/clause-review.ts";
import { entryKinds, type ReviewEntry } from "../../../../src/policy/review/review-entry.ts";
import { entryId } from "../../../../src/policy/review/review-text.ts";
import { type GitClient, gitClient } from "../../../support/git-client.ts";
import { type Random, seededRandom } from "../../../support/random.ts";

const clauseIds = Array.from({ length: 12 }, (_, index) => `CL-${100 + index}`);

function randomEntry(random: Random, by: string, known: readonly ReviewEntry[]): ReviewEntry {
  const at = new Date(Date.UTC(2026, 10, 20) + random.below(1e6) * 1_000).toISOString();
  const kind = random.pick(entryKinds);
  return {
    id: entryId(
      at,
      random
        .below(2 ** 32)
        .toString(16)
        .padStart(8, "0"),
    ),
    kind,
    clauseId: random.pick(clauseIds),
    clauseHash: "1".repeat(64),
    to: known.length === 0 ? null : random.pick(known).id,
    text: random.pick(["", "why?", "see the guide\nof 2026"]),
    by,
    at,
  };
}

interface Repo extends GitClient {
  readonly review: string;
  /** Adds entries on a branch, each in a commit or all in one. */
  readonly branch: (name: string, entries: readonly ReviewEntry[]) => Promise<void>;
  readonly mergeBoth: () => Promise<void>;
}

async function repo(files: Readonly<Record<string, string>> = {}): Promise<Repo> {
  const client = gitClient();
  const { folder, git } = client;
  await git("init", "--quiet", "--initial-branch", "main");
  mkdirSync(join(folder, "policies"));
  for (const [name, text] of Object.entries({ "p.yaml": "x: 1\n", ...files })) {
    writeFileSync(join(folder, "policies", name), text);
  }
  const review = reviewPath(join(folder, "policies", "p.yaml"));
  const commitAll = async (message: string) => {
    await git("add", "--all");
    await git("commit", "--quiet", "--allow-empty", "--message", message);
  };
  await commitAll("base");
  return {
    ...client,
    review,
    async branch(name, entries) {
      await git("checkout", "--quiet", "-B", name, "main");
      for (const entry of entries) addEntry(review, entry);
      await commitAll(name);
    },
    async mergeBoth() {
      await git("checkout", "--quiet", "main");
      // Rejects on a conflict.
      await git("merge", "--quiet", "--no-edit", "ann");
      await git("merge", "--quiet", "--no-edit", "bob");
    },
  };
}

const ids = (entries: readonly ReviewEntry[]) => entries.map(({ id }) => id).toSorted();

describe("two branches with reviews of one policy", () => {
  it("merge without a conflict and keep every entry, for any entries", async () => {
    const random = seededRandom(16);
    const client = await repo();
    let kept: readonly ReviewEntry[] = [];
    // The first round begins without a review, the next ones with what was merged.
    for (let round = 0; round < 20; round += 1) {
      const make = (by: string) =>
        Array.from({ length: 1 + random.below(6) }, () => randomEntry(random, by, kept));
      const [ann, bob] = [make("ann"), make("bob")];
      await client.branch("ann", ann);
      await client.branch("bob", bob);
      await client.mergeBoth();
      const { entries, problem } = readReview(client.review);
      kept = [...kept, ...ann, ...bob];
      expect(problem).toBeNull();
      expect(ids(entries)).toEqual(ids(kept));
    }
    expect(kept.length).toBeGreaterThan(100);
  });

  it("that give one clause different verdicts show a disagreement", async () => {
    const random = seededRandom(1);
    const client = await repo();
    const verdict = (by: string, kind: "approved" | "flagged") => ({
      ...randomEntry(random, by, []),
      kind,
      clauseId: "CL-100",
    });
    await client.branch("ann", [verdict("ann", "approved")]);
    await client.branch("bob", [verdict("bob", "flagged")]);
    await client.mergeBoth();
    const clause = { id: "CL-100", hash: "1".repeat(64) };
    const [review] = clauseReviews([clause], readReview(client.review).entries);
    expect(review?.standing).toBe("disagreement");
    expect(review?.verdicts.map(({ entry }) => [entry.by, entry.kind]).toSorted()).toEqual([
      ["ann", "approved"],
      ["bob", "flagged"],
    ]);
  });
});
