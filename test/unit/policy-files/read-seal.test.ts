import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterEach, beforeEach, expect, it } from "vitest";
import { receiptsPath, proposalPath } from "../../../src/policy-files/beside-policy.ts";
import { makeKey, readSigners } from "../../../src/policy-files/keys.ts";
import { readSeal } from "../../../src/policy-files/read-seal.ts";
import { readSoundChain } from "../../../src/policy-files/receipts-file.ts";
import { proposalText, proposeSeal, signProposal } from "../../../src/policy/seal/proposal.ts";
import { receiptsText, sealAgainstRules, sealAll } from "../../support/policy/receipts.ts";
import { testNowMs, validPolicy } from "../../support/policy/valid-policy.ts";

const policy = validPolicy();
policy.receipt_chain.quorum = "2-of-3";
policy.receipt_chain.nodes = ["anna", "bernd", "clara"];

let folder = "";
let path = "";
let keys = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "hooklens-seal-"));
  path = join(folder, "p.yaml");
  keys = join(folder, "keys");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const state = (now: typeof policy | null = policy) => readSeal(path, { policy: now, bytes: null }, keys);

function signers(...nodes: readonly string[]) {
  for (const node of nodes) makeKey(keys, node, { replace: false });
  return readSigners(keys, nodes);
}

it("is unsealed without files", async () => {
  expect(await state()).toMatchObject({ standing: "unsealed", last: null, proposal: null, problem: null });
});

it("is sealed by the nodes with valid signatures, and changed since by its parts", async () => {
  const receipts = await sealAll([policy, policy], signers("anna", "bernd"));
  writeFileSync(receiptsPath(path), receiptsText(receipts));
  expect(await state()).toMatchObject({
    standing: "sealed",
    last: { id: receipts[1]?.id, quorum: "2-of-3", signed: ["anna", "bernd"], missing: ["clara"] },
    receipts: 2,
    changes: [],
  });
  const changed = structuredClone(policy);
  changed.regulatory_clauses[1]!.lambda_axes[0]!.weight = 0.1;
  expect(await state(changed)).toMatchObject({
    standing: "changed",
    changes: [{ part: "clause:HC-164.301", how: "changed" }],
  });
  expect(await state(null)).toMatchObject({ standing: "changed", changes: [] });
});

it("is unsigned without signatures, and where the keys of the signers are unknown", async () => {
  writeFileSync(receiptsPath(path), receiptsText(await sealAll([policy])));
  expect(await state()).toMatchObject({ standing: "unsigned", last: { signed: [] } });
  writeFileSync(receiptsPath(path), receiptsText(await sealAll([policy], signers("anna", "bernd"))));
  const elsewhere = await readSeal(path, { policy, bytes: null }, join(folder, "none"));
  expect(elsewhere).toMatchObject({ standing: "unsigned", last: { signed: [] } });
  expect(elsewhere.findings.map(({ kind }) => kind)).toContain("unknown-key");
});

it("is proposed with the nodes that signed and those that are missing, until the policy changes", async () => {
  const [anna] = signers("anna");
  const proposal = await proposeSeal(policy, { prev: null, nowMs: testNowMs });
  writeFileSync(proposalPath(path), proposalText(await signProposal(proposal, anna!)));
  expect(await state()).toMatchObject({
    standing: "proposed",
    proposal: { quorum: "2-of-3", signed: ["anna"], missing: ["bernd", "clara"], problem: null },
  });
  const changed = structuredClone(policy);
  changed.meta.title = "Another title";
  expect(await state(changed)).toMatchObject({
    standing: "unsealed",
    proposal: { problem: expect.stringMatching(/^meta changed since it was proposed\. /) as unknown },
  });
});

it("is broken with the line of altered receipts, and keeps what can be read", async () => {
  const text = receiptsText(await sealAll([policy, policy]));
  writeFileSync(receiptsPath(path), text.replace('"coverage":10', '"coverage":9'));
  const broken = await state();
  expect(broken).toMatchObject({ standing: "broken", receipts: 2, problem: null });
  expect(broken.findings[0]).toMatchObject({ kind: "altered-payload", line: 1 });
  writeFileSync(receiptsPath(path), "\0\0\n");
  expect(await state()).toMatchObject({ standing: "broken", last: null, receipts: 0 });
  rmSync(receiptsPath(path));
  writeFileSync(proposalPath(path), "<<<<<<< HEAD\n");
  expect(await state()).toMatchObject({
    standing: "broken",
    problem: expect.stringMatching(/proposal .* cannot be read \(it is not JSON\)/) as unknown,
  });
});

it("is broken by a receipt that changes the quorum without the one before, and its proposal counts both", async () => {
  const [anna, bernd] = signers("anna", "bernd");
  const [first] = await sealAll([policy], [anna!, bernd!]);
  const lowered = { ...policy, receipt_chain: { ...policy.receipt_chain, quorum: "1-of-3" } };
  const forged = await sealAgainstRules(lowered, first!, [anna!]);
  writeFileSync(receiptsPath(path), receiptsText([first!, forged]));
  const broken = await state(lowered);
  expect(broken).toMatchObject({ standing: "broken", rule: { quorum: "2-of-3" } });
  expect(broken.findings.map(({ kind, line }) => `${line} ${kind}`)).toEqual(["2 old-quorum-missing"]);

  writeFileSync(receiptsPath(path), receiptsText([first!]));
  const { signing } = await readSoundChain(receiptsPath(path), keys);
  const proposal = await proposeSeal(lowered, { prev: first!, nowMs: testNowMs + 1000, signing });
  writeFileSync(proposalPath(path), proposalText(await signProposal(proposal, anna!)));
  expect((await state(lowered)).proposal).toMatchObject({
    quorum: "1-of-3",
    signed: ["anna"],
    previous: { quorum: "2-of-3", signed: ["anna"], missing: ["bernd", "clara"] },
    problem: null,
  });
});

it.skipIf(process.platform === "win32")("says that keys which others can read are not used", async () => {
  const [anna, bernd] = signers("anna", "bernd");
  writeFileSync(receiptsPath(path), receiptsText(await sealAll([policy], [anna!, bernd!])));
  rmSync(join(keys, "anna.pub"));
  chmodSync(join(keys, "anna.key"), 0o644);
  expect(await state()).toMatchObject({
    standing: "unsigned",
    problem: expect.stringContaining("others have access to it") as unknown,
  });
});
