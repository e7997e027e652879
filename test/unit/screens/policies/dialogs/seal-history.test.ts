import { expect, it } from "vitest";
import type { SealHistory } from "../../../../../src/policy-service/seal-methods.ts";
import { checkPolicy } from "../../../../../src/policy/check.ts";
import { type ClauseProof, proveClause } from "../../../../../src/policy/seal/proof.ts";
import { unsealed } from "../../../../../src/policy/seal/seal-state.ts";
import { checkCommand, historyLines } from "../../../../../src/screens/policies/dialogs/seal-history.ts";
import { signersOf } from "../../../../../src/screens/policies/dialogs/seal.ts";
import { pageOf } from "../../../../support/app/policy-state.ts";
import { changed, shippedPolicy } from "../../../../support/policy/policy-folder.ts";

const healthcare = shippedPolicy("healthcare");
const page = pageOf(healthcare);
const none: SealHistory = { receipts: [], changes: [], since: null, proof: null };
const clock = { nowMs: Date.parse("2026-11-20T10:00:00Z"), zone: "utc" } as const;
const clauseId = "HIPAA-164.308a1A";

function drawn(shown: typeof page, history: SealHistory, clause: string | null = null): string {
  return historyLines(shown, history, clause, 100, clock)
    .map(({ spans }) => spans.map(({ text }) => text).join(""))
    .join("\n");
}

async function proofWith(chaining: string): Promise<ClauseProof> {
  const { policy } = checkPolicy(changed(healthcare, "chaining: merkle_dag", `chaining: ${chaining}`));
  if (policy === null) throw new Error("the policy has errors");
  return proveClause(policy, clauseId);
}

it.each([
  ["merkle_tree", "leaf 3 of 16, 4 sibling hashes up to the root, SHA3-256"],
  ["hash_chain", "the link before, and 13 hashes after it, SHA3-256"],
  ["merkle_dag", "link 3 of 16 of the document, SHA3-256"],
])("describes the proof of a clause in a %s, and the command that verifies it", async (chaining, words) => {
  const proof = await proofWith(chaining);
  const text = drawn(page, { ...none, proof }, clauseId);
  expect(text).toContain(words);
  expect(text).toContain(proof.root.slice(0, 12));
  expect(text.replaceAll(/\s+/g, " ")).toContain(checkCommand(page.path, clauseId));
});

it("names the changed parts where git has no sealed version, without fields", () => {
  const changes = ["clause HC-1 changed", "meta was removed"];
  const altered = { ...page, seal: { ...unsealed, standing: "changed" as const } };
  const text = drawn(altered, { ...none, changes }, clauseId);
  expect(text).toMatch(/changed since the seal[\s\S]*clause HC-1 changed\n meta was removed\n No commit has/);
  expect(text).toContain("No signed receipt seals the present clause");
});

it("says that only a clause is proved if none is selected", () => {
  expect(drawn(page, none)).toContain("Only clauses have proofs; select one, then open the receipts.");
});

it("lists the receipts with their signers", () => {
  const receipt = { id: "a".repeat(12), sealedAt: "2026-11-20T09:53:10.000Z", quorum: "1-of-2", signers: [] };
  const signed = { ...receipt, id: "b".repeat(12), signers: ["ann", "ben"] };
  expect(drawn(page, { ...none, receipts: [signed, receipt] })).toMatch(
    /receipts 2 .*\n b{12} {2}09:53 {2}signed by ann, ben \(1-of-2\)\n a{12} {2}09:53 {2}not signed/,
  );
});

it("tells who has signed, who can sign here, and who signs elsewhere", () => {
  const proposal = {
    proposedAt: "2026-11-20T09:53:10.000Z",
    quorum: "2-of-3",
    signed: ["privacy-officer"],
    missing: ["security-officer", "clinical-safety"],
    previous: null,
    problem: null,
  };
  const standings = (seal: typeof page.seal) =>
    signersOf({ ...page, seal }, ["privacy-officer", "security-officer"]).map(({ standing }) => standing);
  expect(standings({ ...unsealed, standing: "proposed", proposal })).toEqual(["signed", "here", "elsewhere"]);
  // The signatures of a proposal that is out of date count for nothing.
  expect(standings({ ...unsealed, proposal: { ...proposal, problem: "meta changed" } })).toEqual([
    "here",
    "here",
    "elsewhere",
  ]);
});
