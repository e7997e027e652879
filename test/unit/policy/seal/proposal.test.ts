import { describe, expect, it } from "vitest";
import type { Policy } from "../../../../src/policy/policy.ts";
import { alteredProposal, staleProposal } from "../../../../src/policy/seal/check-proposal.ts";
import { type Signer, knownKeys } from "../../../../src/policy/seal/keys.ts";
import {
  type SealProposal,
  countSignatures,
  mergeProposals,
  proposalText,
  proposeSeal,
  readProposal,
  signProposal,
} from "../../../../src/policy/seal/proposal.ts";
import type { Receipt } from "../../../../src/policy/seal/receipt.ts";
import { beforeFirstReceipt } from "../../../../src/policy/seal/signing-rule.ts";
import { verify } from "../../../../src/policy/seal/verify.ts";
import { newSigner, receiptsText, sealAll } from "../../../support/policy/receipts.ts";
import { testNowMs, validPolicy } from "../../../support/policy/valid-policy.ts";

const policy: Policy = {
  ...validPolicy(),
  receipt_chain: { ...validPolicy().receipt_chain, quorum: "2-of-3", nodes: ["anna", "bernd", "chloé"] },
};
const [anna, bernd, chloe] = [newSigner("anna"), newSigner("bernd"), newSigner("chloé")];
const all = [anna, bernd, chloe];

const propose = (prev: Receipt | null = null) => proposeSeal(policy, { prev, nowMs: testNowMs });

async function signedBy(proposal: SealProposal, ...signers: readonly Signer[]): Promise<SealProposal> {
  let signed = proposal;
  for (const signer of signers) signed = await signProposal(signed, signer);
  return signed;
}

function reread(proposal: SealProposal): SealProposal {
  const reading = readProposal(proposalText(proposal));
  if (!reading.ok) throw new Error(reading.why);
  return reading.proposal;
}

describe("a proposal", () => {
  it("becomes a receipt that verify accepts when the quorum has signed, in any order", async () => {
    const [first] = await sealAll([policy], [anna, bernd], testNowMs - 1_000);
    for (const order of [
      [anna, bernd],
      [chloe, anna],
      [chloe, bernd, anna],
    ]) {
      const proposal = reread(await signedBy(reread(await propose(first)), ...order));
      const { receipt, signed, missing, findings } = await countSignatures(
        proposal,
        knownKeys(all),
        beforeFirstReceipt,
      );
      expect(findings).toEqual([]);
      expect([...signed, ...missing].toSorted()).toEqual(["anna", "bernd", "chloé"]);
      expect(signed.toSorted()).toEqual(order.map(({ node }) => node).toSorted());
      expect(receipt?.prev).toBe(first?.id);
      const text = receiptsText([first, receipt].filter((each) => each !== null && each !== undefined));
      const verified = await verify(text, {
        policy: { policy, file: null },
        keys: all,
        requireSignatures: true,
      });
      expect(verified).toMatchObject({ valid: true, findings: [], head: { id: receipt?.id } });
    }
  });

  it("counts valid signatures of distinct keys, never names", async () => {
    const proposal = await signedBy(await propose(), anna, { ...anna, node: "bernd" });
    const trusted = knownKeys([anna, { ...anna, node: "bernd" }]);
    expect(await countSignatures(proposal, trusted, beforeFirstReceipt)).toMatchObject({
      signed: ["anna"],
      receipt: null,
    });
    const forged = await signedBy(await propose(), anna, newSigner("bernd"));
    const count = await countSignatures(forged, knownKeys(all), beforeFirstReceipt);
    expect(count).toMatchObject({ signed: ["anna"], missing: ["bernd", "chloé"], receipt: null });
    expect(count.findings.map(({ kind }) => kind)).toEqual(["wrong-key"]);
    const unknown = await countSignatures(forged, knownKeys([anna]), beforeFirstReceipt);
    expect(unknown.findings.map(({ message }) => message)).toEqual([
      "bernd signed, but none of its keys is known here",
    ]);
  });

  it("leaves signatures that cannot be verified out of the receipt", async () => {
    const proposal = await signedBy(await propose(), anna, chloe, newSigner("bernd"));
    const { receipt } = await countSignatures(proposal, knownKeys(all), beforeFirstReceipt);
    expect(receipt?.signers).toEqual(["anna", "chloé"]);
  });

  it("takes the signatures of a copy, but not those of another receipt", async () => {
    const proposal = await propose();
    const [one, other] = [await signedBy(proposal, anna), await signedBy(proposal, chloe)];
    const merged = mergeProposals(one, other);
    expect(merged).toEqual(await signedBy(proposal, anna, chloe));
    const later = await proposeSeal(policy, { prev: null, nowMs: testNowMs + 1 });
    expect(mergeProposals(one, later)).toBeNull();
  });

  it("keeps a signature rather than one of a copy", async () => {
    const proposal = await propose();
    const right = await signedBy(proposal, anna);
    expect(mergeProposals(right, await signedBy(proposal, newSigner("anna")))).toEqual(right);
  });

  it("is a text whose signatures lie three unchanged lines apart, so that git merges them", async () => {
    const before = proposalText(await propose()).split("\n");
    const after = proposalText(await signedBy(await propose(), ...all)).split("\n");
    const changed = after.flatMap((text, index) => (text === before[index] ? [] : [index]));
    expect(changed).toHaveLength(6);
    expect(changed[2]! - changed[1]!).toBe(4);
    expect(after).toHaveLength(before.length);
  });

  it("is refused if a field was altered", async () => {
    const proposal = await propose();
    expect(await alteredProposal(proposal)).toBeNull();
    const altered = (receipt: Partial<SealProposal["receipt"]>) =>
      alteredProposal({ ...proposal, receipt: { ...proposal.receipt, ...receipt } });
    const lax = { ...proposal.receipt.receipt_chain, quorum: "1-of-3" };
    expect(await altered({ receipt_chain: lax })).toMatchObject({
      why: expect.stringContaining("receipt_chain") as unknown,
    });
    expect(await altered({ root: "0".repeat(64) })).not.toBeNull();
    expect(await altered({ sealedAt: "2030-01-01T00:00:00.000Z" })).not.toBeNull();
  });

  it("is out of date if the policy changed or the chain continued", async () => {
    const [first, second] = await sealAll([policy, policy], [], testNowMs - 2_000);
    const proposal = await propose(first);
    const chain = [first!];
    expect(await staleProposal(proposal, policy, chain, beforeFirstReceipt)).toBeNull();
    const weaker = structuredClone(policy) as Policy & { meta: { title: string } };
    weaker.meta.title = "Another title of the policy";
    const [clause, ...others] = weaker.regulatory_clauses;
    const renamed = { ...weaker, regulatory_clauses: [...others, { ...clause!, clause_id: "NEW-1.1" }] };
    expect((await staleProposal(proposal, renamed, chain, beforeFirstReceipt))?.why).toBe(
      `meta changed, clause NEW-1.1 was added, clause ${clause?.clause_id} was removed since it was proposed`,
    );
    expect((await staleProposal(proposal, policy, [first!, second!], beforeFirstReceipt))?.why).toMatch(
      /^it follows receipt [0-9a-f]{12}, but the chain here ends with receipt [0-9a-f]{12}$/,
    );
    expect((await staleProposal(proposal, policy, [], beforeFirstReceipt))?.why).toMatch(
      /ends with no receipt$/,
    );
    expect((await staleProposal(proposal, null, chain, beforeFirstReceipt))?.why).toBe(
      "the policy has errors now",
    );
    const done = [...chain, { id: proposal.receipt.id }];
    expect((await staleProposal(proposal, policy, done, beforeFirstReceipt))?.why).toBe(
      "its receipt is already in the chain",
    );
  });

  it("of another form is named", async () => {
    const text = proposalText(await propose());
    const why = (broken: string) => {
      const reading = readProposal(broken);
      return reading.ok ? null : reading.why;
    };
    expect(why("")).toBe("it is not JSON");
    expect(why("[]")).toMatch(/^it is not a proposal/);
    expect(why(`<<<<<<< HEAD\n${text}`)).toBe("it is not JSON");
    expect(why(text.replace('"node": "anna"', '"node": "eve"'))).toBe("its signatures are not one per node");
    expect(why(text.replace('"node": "anna"', '"node": "\\ud800"'))).toBe("it has no canonical form");
    expect(why(text.replace('"coverage": 10', '"coverage": "10"'))).toBe(
      "it is not a proposal (receipt.coverage)",
    );
    expect(why("[".repeat(200_000))).toBe("it is not JSON");
  });
});
