import { join } from "node:path";
import { expect, it } from "vitest";
import { receiptsPath, reviewPath } from "../../../src/policy-files/beside-policy.ts";
import { createFileVersions } from "../../../src/policy-files/git/versions.ts";
import { readPolicyFile } from "../../../src/policy-files/read-policy-file.ts";
import { readSealConcerns } from "../../../src/policy-files/read-seal-concerns.ts";
import { addEntry } from "../../../src/policy-files/review-folder.ts";
import { reviewedClauses } from "../../../src/policy/review/reviewed-clauses.ts";
import { seal } from "../../../src/policy/seal/seal.ts";
import { gitPolicies } from "../../support/policy/git-policies.ts";
import { changed, policyFolder, shippedPolicy } from "../../support/policy/policy-folder.ts";
import { receiptsText } from "../../support/policy/receipts.ts";
import { reviewEntry } from "../../support/policy/review-entries.ts";
import { testNowMs } from "../../support/policy/valid-policy.ts";

const healthcare = shippedPolicy("healthcare");
const weaker = changed(healthcare, "receipt_retention_days: 2192", "receipt_retention_days: 400");

async function concernsOf(path: string, baseline = "HEAD") {
  const versions = createFileVersions();
  const places = { reviewFolder: reviewPath(path), baseline, versions };
  const list = await readSealConcerns(path, await readPolicyFile(path), places);
  versions.close();
  return list;
}

const wordsOf = async (path: string) => (await concernsOf(path)).map(({ words }) => words);

/** Approves each part of a policy, but flags the one at an index. */
async function review(path: string, flagged: number | null = null): Promise<void> {
  const { check } = await readPolicyFile(path);
  for (const [index, { id, hash }] of reviewedClauses(check.document?.value).entries()) {
    const kind = index === flagged ? "flagged" : "approved";
    addEntry(reviewPath(path), reviewEntry(kind, { clauseId: id ?? "", clauseHash: hash ?? "" }));
  }
}

const open = "▲ 12 of 12 clauses and the general provisions not approved";

it("has nothing to say about a policy that is approved, committed and not weakened", async () => {
  const { write, save } = await gitPolicies({ "p.yaml": healthcare });
  const path = write("p.yaml", healthcare);
  expect(await wordsOf(path)).toEqual([open]);
  await review(path);
  await save();
  expect(await concernsOf(path)).toEqual([]);
});

it("names what got weaker since HEAD, who is flagged, what is open and what is not committed", async () => {
  const { write } = await gitPolicies({ "p.yaml": healthcare });
  const path = write("p.yaml", weaker);
  await review(path, 2);
  expect((await concernsOf(path)).map(({ words, values, tone }) => [words, values, tone])).toEqual([
    ["▼ 1 value weaker than in HEAD", ["receipt_retention_days 2192 → 400"], "error"],
    ["⚑ flagged: HIPAA-164.308a2", [], "error"],
    ["▲ 1 of 12 clauses not approved", [], "warn"],
    ["▲ not committed: it differs from HEAD", [], "warn"],
  ]);
});

it("names three values that got weaker, and counts the others", async () => {
  const { write } = await gitPolicies({ "p.yaml": healthcare });
  const [concern] = await concernsOf(write("p.yaml", healthcare.replaceAll("weight: 1.0", "weight: 0.7")));
  const count = Number(/^▼ (\d+) values weaker/.exec(concern?.words ?? "")?.[1]);
  expect(concern?.values).toHaveLength(4);
  expect(concern?.values[0]).toMatch(/^HIPAA-164\.308a1A: Λ6 .* weight 1 → 0\.7$/);
  expect(concern?.values.at(-1)).toBe(`and ${count - 3} more`);
});

it("compares with the last seal what was committed since, and once what is weaker than both", async () => {
  const { write, save } = await gitPolicies({ "p.yaml": healthcare });
  const path = write("p.yaml", healthcare);
  const { check, bytes } = await readPolicyFile(path);
  const receipt = await seal(check.policy!, { prev: null, nowMs: testNowMs, file: bytes });
  write(receiptsPath("p.yaml"), receiptsText([receipt]));
  write("p.yaml", weaker);
  expect(await wordsOf(path)).toEqual([
    "▼ 1 value weaker than in HEAD",
    open,
    "▲ not committed: it differs from HEAD",
  ]);
  await save();
  expect(await wordsOf(path)).toEqual(["▼ 1 value weaker than in the last seal", open]);
});

it("knows nothing of commits without a repository, and says of a new file that it is new", async () => {
  expect(await wordsOf(join(policyFolder({ "p.yaml": healthcare }), "p.yaml"))).toEqual([open]);
  const { write } = await gitPolicies({ "a.txt": "" });
  expect(await wordsOf(write("p.yaml", healthcare))).toEqual([
    open,
    "▲ not committed: it is new: HEAD does not have it",
  ]);
});
