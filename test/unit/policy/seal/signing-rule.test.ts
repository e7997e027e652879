import { describe, expect, it } from "vitest";
import { QuorumNotReachedError } from "../../../../src/policy/seal/errors.ts";
import type { Signer } from "../../../../src/policy/seal/keys.ts";
import type { Receipt } from "../../../../src/policy/seal/receipt.ts";
import { seal } from "../../../../src/policy/seal/seal.ts";
import { verify, type VerifyOptions } from "../../../../src/policy/seal/verify.ts";
import { newSigner, receiptsText, sealAgainstRules } from "../../../support/policy/receipts.ts";
import { validPolicy } from "../../../support/policy/valid-policy.ts";

const [anna, bernd, clara, dora, emil] = ["anna", "bernd", "clara", "dora", "emil"].map(newSigner) as [
  Signer,
  Signer,
  Signer,
  Signer,
  Signer,
];
const keys = [anna, bernd, clara, dora, emil];

function ruled(quorum: string, signers: readonly { readonly node: string }[] = [anna, bernd, clara]) {
  const policy = validPolicy();
  policy.receipt_chain = { ...policy.receipt_chain, quorum, nodes: signers.map(({ node }) => node) };
  return policy;
}

type Step = readonly [policy: ReturnType<typeof ruled>, signers: readonly Signer[]];

/** Chains receipts that are signed by these nodes, whatever the quorums. */
async function chained(...steps: readonly Step[]): Promise<readonly Receipt[]> {
  const chain: Receipt[] = [];
  for (const [policy, signers] of steps) {
    chain.push(await sealAgainstRules(policy, chain.at(-1) ?? null, signers));
  }
  return chain;
}

async function found(chain: readonly Receipt[], options: VerifyOptions = {}): Promise<readonly string[]> {
  const { findings } = await verify(receiptsText(chain), { keys, ...options });
  return findings.map(({ line, kind }) => `${line ?? "-"} ${kind}`);
}

const first: Step = [ruled("2-of-3"), [anna, bernd]];

describe("a receipt after one of 2-of-3", () => {
  const annaTwice = { ...anna, node: "anna 2" };
  it.each<[string, Step, readonly string[]]>([
    ["no quorum", [ruled("0-of-3"), []], ["2 quorum-zero", "2 missing-signature"]],
    ["no quorum in other digits", [ruled("00-of-3"), []], ["2 quorum-zero", "2 missing-signature"]],
    ["no quorum of nobody", [ruled("0-of-0", []), []], ["2 quorum-zero", "2 missing-signature"]],
    ["no quorum, signed by one", [ruled("0-of-3"), [anna]], ["2 quorum-zero", "2 old-quorum-missing"]],
    ["no quorum, signed by two", [ruled("0-of-3"), [anna, bernd]], ["2 quorum-zero"]],
    ["no signature", [ruled("2-of-3"), []], ["2 missing-signature"]],
    ["one signature", [ruled("2-of-3"), [anna]], ["2 too-few-signatures"]],
    ["a lower quorum", [ruled("1-of-3"), [anna]], ["2 old-quorum-missing"]],
    ["a lower quorum of one node", [ruled("1-of-1", [anna]), [anna]], ["2 old-quorum-missing"]],
    ["a replaced node", [ruled("2-of-3", [anna, dora, clara]), [anna, dora]], ["2 old-quorum-missing"]],
    ["an added node", [ruled("2-of-4", keys.slice(0, 4)), [anna, dora]], ["2 old-quorum-missing"]],
    ["all nodes replaced", [ruled("2-of-2", [dora, emil]), [dora, emil]], ["2 old-quorum-missing"]],
    [
      "a node under two names",
      [ruled("2-of-3", [anna, annaTwice, clara]), [anna, annaTwice]],
      ["2 too-few-signatures", "2 old-quorum-missing"],
    ],
    ["a higher quorum, signed by too few", [ruled("3-of-3"), [anna, bernd]], ["2 too-few-signatures"]],
    ["a stranger", [ruled("2-of-3"), [anna, bernd, dora]], ["2 invalid-signature"]],
    ["a lower quorum by the old one", [ruled("1-of-3"), [anna, clara]], []],
    ["a higher quorum", [ruled("3-of-3"), [anna, bernd, clara]], []],
    ["a node replaced by the old quorum", [ruled("2-of-3", [bernd, clara, dora]), [bernd, clara]], []],
    ["a node added by the old quorum", [ruled("2-of-4", keys.slice(0, 4)), [anna, clara]], []],
    ["all nodes replaced by both", [ruled("2-of-2", [dora, emil]), [dora, emil, anna, clara]], []],
    ["the nodes in another order", [ruled("2-of-3", [clara, anna, bernd]), [clara, anna]], []],
  ])("%s", async (_, second, expected) => {
    const chain = await chained(first, second);
    const all = [...keys, annaTwice];
    expect(await found(chain, { keys: all })).toEqual(expected);
    expect(await found(chain, { keys: all, requireSignatures: true })).toEqual(expected);
  });

  it("names the line, the change and the quorum", async () => {
    const chain = await chained(first, first, [ruled("1-of-2", [anna, dora]), [anna]]);
    const { findings } = await verify(receiptsText(chain), { keys });
    expect(findings.map(({ message }) => message)).toEqual([
      "the receipt changes the quorum to 1-of-2 and the nodes, but only 1 of the nodes of line 2 signed it, whose quorum is 2-of-3",
    ]);
  });
});

describe("the rule in force", () => {
  const lowered: Step = [ruled("1-of-3"), [anna]];

  it("is the new one after an honest change", async () => {
    expect(await found(await chained(first, [ruled("1-of-3"), [anna, bernd]], lowered, lowered))).toEqual([]);
    const rotated: Step = [ruled("2-of-3", [bernd, clara, dora]), [bernd, clara]];
    expect(await found(await chained(first, rotated, [rotated[0], [clara, dora]]))).toEqual([]);
    expect(await found(await chained(first, rotated, [rotated[0], [anna, bernd]]))).toEqual([
      "3 invalid-signature",
      "3 too-few-signatures",
    ]);
  });

  it("stays the old one after a change without its quorum", async () => {
    expect(await found(await chained(first, lowered, lowered))).toEqual([
      "2 old-quorum-missing",
      "3 old-quorum-missing",
    ]);
    expect(await found(await chained(first, lowered, first))).toEqual(["2 old-quorum-missing"]);
  });

  it("is that of the first receipt until signing begins, as nobody signed another", async () => {
    const unsigned: Step = [ruled("2-of-3"), []];
    const others: Step = [ruled("1-of-1", [anna]), []];
    expect(await found(await chained(unsigned, others), { keys: [] })).toEqual(["2 unsigned"]);
    expect(await found(await chained(unsigned, others, [others[0], [anna]]))).toEqual([
      "2 unsigned",
      "3 old-quorum-missing",
    ]);
    // Signatures that were taken away leave the nodes, of which a key is known here.
    expect(await found(await chained(unsigned, [ruled("1-of-1", [{ node: "eve" }]), []]))).toEqual([
      "1 unsigned",
      "2 missing-signature",
    ]);
  });

  it("is not said to be broken where only keys are missing", async () => {
    const rotated: Step = [ruled("2-of-2", [dora, emil]), [dora, emil, anna, clara]];
    const kinds = await found(await chained(first, rotated, [rotated[0], [dora, emil]]), { keys: [] });
    expect(new Set(kinds.map((kind) => kind.slice(2)))).toEqual(
      new Set(["unknown-key", "too-few-signatures"]),
    );
  });

  it("is given by the verifier for the first receipt", async () => {
    const alone = await chained([ruled("1-of-1", [anna]), [anna]]);
    expect(await found(alone)).toEqual([]);
    expect(await found(alone, { quorum: "2-of-3" })).toEqual(["1 too-few-signatures"]);
    expect(await found(await chained(first), { quorum: "2-of-3" })).toEqual([]);
    expect(await found(await chained(first), { quorum: "3-of-3" })).toEqual(["1 too-few-signatures"]);
    expect(await found(await chained(first), { quorum: "2-of-2" })).toEqual(["1 too-few-signatures"]);
    expect(await found(await chained([ruled("2-of-3"), []]), { quorum: "2-of-3" })).toEqual([
      "1 missing-signature",
    ]);
  });
});

it.each(["-of-3", "-1-of-3", "٢-of-3", " 2-of-3", "2-of-3\n", "", "two-of-3", "2-of-"])(
  "a receipt with the quorum %j is none",
  async (quorum) => {
    const [receipt] = await chained(first);
    const forged = { ...receipt!, receipt_chain: { ...receipt!.receipt_chain, quorum } };
    expect(await found([forged])).toContain("1 unreadable-line");
  },
);

describe("seal", () => {
  async function sealing(policy: ReturnType<typeof ruled>, signers: readonly Signer[]) {
    const [prev] = await chained(first);
    const { signing } = await verify(receiptsText([prev!]), { keys });
    const nowMs = Date.parse(prev!.sealedAt) + 1;
    return [prev!, await seal(policy, { prev: prev!, nowMs, signing, signers })];
  }

  it.each<[string, ReturnType<typeof ruled>, readonly Signer[], RegExp]>([
    ["a lower quorum by one", ruled("1-of-1", [anna]), [anna], /receipt before is 2-of-3, but only anna can/],
    ["other nodes by themselves", ruled("2-of-2", [dora, emil]), [dora, emil], /receipt before is 2-of-3/],
    [
      "unsigned after a signed receipt",
      ruled("2-of-3"),
      [],
      /its quorum is 2-of-3, but no node can sign here/,
    ],
  ])("refuses %s", async (_, policy, signers, why) => {
    await expect(sealing(policy, signers)).rejects.toThrow(QuorumNotReachedError);
    await expect(sealing(policy, signers)).rejects.toThrow(why);
  });

  it.each<[string, ReturnType<typeof ruled>, readonly Signer[]]>([
    ["other nodes by both", ruled("2-of-2", [dora, emil]), [dora, emil, anna, bernd]],
    ["a lower quorum by the old one", ruled("1-of-3"), [anna, bernd]],
  ])("seals %s", async (_, policy, signers) => {
    expect(await found(await sealing(policy, signers))).toEqual([]);
  });
});
