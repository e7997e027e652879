import { describe, expect, it } from "vitest";
import { loadHash } from "../../../../src/policy/seal/hash.ts";
import { signReceipt } from "../../../../src/policy/seal/keys.ts";
import { type Receipt, receiptDigest, receiptId } from "../../../../src/policy/seal/receipt.ts";
import { seal } from "../../../../src/policy/seal/seal.ts";
import { verify, type VerifyOptions } from "../../../../src/policy/seal/verify.ts";
import { newSigner, receiptsText, sealAll } from "../../../support/policy/receipts.ts";
import { testNowMs, validPolicy } from "../../../support/policy/valid-policy.ts";

const nodes = validPolicy().receipt_chain.nodes;
const signers = nodes.map(newSigner);

/** Five versions of a policy, each with a title of its own. */
const versions = [1, 2, 3, 4, 5].map((number) => {
  const policy = validPolicy();
  policy.meta.title = `Clinical data handling, version ${number}`;
  return policy;
});
const receipts = await sealAll(versions, signers);
const unsigned = await sealAll(versions);
const head = receipts[4]!.id;
const [a, b, c, d, e] = receipts as [Receipt, Receipt, Receipt, Receipt, Receipt];

/** Returns the findings as `line kind`. */
async function found(file: readonly Receipt[] | string, options: VerifyOptions = {}): Promise<string[]> {
  const text = typeof file === "string" ? file : receiptsText(file);
  const { findings, valid } = await verify(text, { keys: signers, ...options });
  expect(valid).toBe(findings.every(({ severity }) => severity === "warning"));
  return findings.map(({ line, kind }) => `${line ?? "-"} ${kind}`);
}

/** A receipt as somebody without keys would forge it: id and digest are right. */
async function forged(receipt: Receipt, change: Partial<Receipt>): Promise<Receipt> {
  const hash = await loadHash(receipt.algorithm);
  const { digest: _digest, signatures, ...body } = { ...receipt, ...change };
  const withId = { ...body, id: receiptId(hash, body) };
  return { ...withId, digest: receiptDigest(hash, withId), signatures };
}

it("finds nothing in an unchanged chain", async () => {
  expect(await found(receipts, { head, policy: { policy: versions[4]!, file: null } })).toEqual([]);
  expect(await found(unsigned, { keys: [] })).toEqual(["5 unsigned"]);
});

describe("changes of lines", () => {
  it.each<[string, readonly Receipt[], readonly string[]]>([
    ["one dropped from the middle", [a, b, d, e], ["3 dropped"]],
    ["two dropped at two places", [a, c, e], ["2 dropped", "3 dropped"]],
    ["the first dropped", [b, c, d, e], ["1 dropped"]],
    ["two neighbours swapped", [a, c, b, d, e], ["3 reordered"]],
    ["the last put first", [e, a, b, c, d], ["1 reordered"]],
    ["all turned round", [e, d, c, b, a], ["2 reordered", "3 reordered", "4 reordered", "5 reordered"]],
    ["one replayed at the end", [a, b, c, d, e, b], ["6 replayed"]],
    ["one replayed at once", [a, a, b, c, d, e], ["2 replayed"]],
    ["the end cut off", [a, b, c], ["- cut-off"]],
    ["nothing left but one in the middle", [c], ["1 dropped", "- cut-off"]],
  ])("%s", async (_, file, expected) => {
    const kinds = await found(file, { head });
    expect(kinds.filter((kind) => !kind.endsWith("clock-regressed"))).toEqual(expected);
  });

  it("says which lines belong together", async () => {
    const { findings } = await verify(receiptsText([a, c, b, d, e, b]), { keys: signers });
    expect(findings.map(({ message }) => message)).toEqual([
      "the receipt is on the wrong line: it should follow the receipt on line 1",
      expect.stringMatching(/^receipt [0-9a-f]{12} of line 3 is repeated$/),
    ]);
  });

  it("an end cut off cannot be seen without the head, and is with it", async () => {
    expect(await found([a, b, c])).toEqual([]);
    expect(await found([a, b, c], { head })).toEqual(["- cut-off"]);
    expect(await found("", { head })).toEqual(["- cut-off", "- no-receipts"]);
  });

  it("receipts after the expected head are a warning, not an error", async () => {
    const { valid, findings } = await verify(receiptsText(receipts), { keys: signers, head: c.id });
    expect({ valid, kinds: findings.map(({ kind }) => kind) }).toEqual({
      valid: true,
      kinds: ["beyond-head"],
    });
  });

  it("one inserted that follows a receipt of the chain", async () => {
    const twin = await seal(versions[0]!, { prev: a, nowMs: testNowMs + 500, signers });
    expect(await found([a, twin, b, c, d, e])).toEqual(["2 inserted"]);
    // Only the head tells which of two ways of the same length is the chain.
    expect(await found([a, twin, b], { head: b.id })).toEqual(["2 inserted"]);
    expect(await found([a, b, twin])).toEqual(["3 inserted"]);
  });

  it("one inserted from another chain, from its beginning or its middle", async () => {
    const [first, second] = await sealAll([versions[1]!, versions[2]!, versions[0]!], signers);
    const other = await seal(versions[3]!, {
      prev: { ...second!, id: "0".repeat(64) },
      nowMs: testNowMs + 1500,
      signers,
    });
    expect(first!.id).not.toBe(a.id);
    expect(await found([a, b, first!, c, d, e])).toEqual(["3 inserted"]);
    expect(await found([a, b, other, c, d, e])).toEqual(["3 inserted"]);
  });

  it("a long file of unlinked receipts has a finding for each gap", async () => {
    const apart = Array.from({ length: 3000 }, (_, index) => ({
      ...unsigned[0]!,
      prev: index.toString(16).padStart(64, "0"),
    }));
    const { findings } = await verify(receiptsText(apart));
    expect(findings.filter(({ kind }) => kind === "dropped")).toHaveLength(3000);
  });

  it("a line broken off, a line that is none, and an empty one", async () => {
    const text = receiptsText(receipts);
    expect(await found(text.slice(0, -40))).toEqual(["5 half-written"]);
    expect(await found(text.slice(0, -1))).toEqual(["5 half-written"]);
    expect(await found(`${text}\n`)).toEqual(["6 unreadable-line"]);
    expect(await found(text.replace("\n", "\nnonsense\n"))).toEqual(["2 unreadable-line"]);
    expect(await found(`${text}${"[".repeat(100_000)}\n`)).toEqual(["6 unreadable-line"]);
    expect(await found("")).toEqual(["- no-receipts"]);
  });

  it("a line written in another form with the same meaning", async () => {
    const pretty = `${JSON.stringify(b)}\n`;
    expect(await found(receiptsText([a]) + pretty + receiptsText([c]))).toEqual(["2 not-canonical"]);
    const spaced = receiptsText([a]).replace('"coverage":10', '"coverage": 10');
    expect(await found(spaced)).toEqual(["1 not-canonical"]);
    const twice = receiptsText([a]).replace('"coverage":10', '"coverage":9,"coverage":10');
    expect(await found(twice)).toEqual(["1 not-canonical"]);
  });
});

describe("changes of one receipt", () => {
  const flipped = (hex: string) => (hex.startsWith("0") ? `1${hex.slice(1)}` : `0${hex.slice(1)}`);
  const broken = (receipt: Receipt, change: Partial<Receipt>) => found([a, { ...receipt, ...change }, c]);

  it("an altered root, id or prev is named, and breaks the chain nowhere else", async () => {
    expect(await broken(b, { root: flipped(b.root) })).toEqual([
      "2 altered-root",
      "2 altered-id",
      "2 altered-payload",
      ...signaturesBroken,
    ]);
    for (const change of [{ id: flipped(b.id) }, { prev: flipped(b.prev!) }]) {
      expect(await broken(b, change)).toEqual(["2 altered-id", "2 altered-payload", ...signaturesBroken]);
    }
  });

  const signaturesBroken = [...nodes.map(() => "2 invalid-signature"), "2 too-few-signatures"];

  it("an altered payload is found also without signatures", async () => {
    const [first, second, third] = unsigned as [Receipt, Receipt, Receipt];
    for (const change of [
      { coverage: 9 },
      { mandatorySatisfied: false },
      { policy: { ...second.policy, fileHash: "0".repeat(64) } },
    ]) {
      expect(await found([first, { ...second, ...change }, third], { keys: [] })).toEqual([
        "2 altered-payload",
        "3 unsigned",
      ]);
    }
  });

  it("a forger who makes id and digest right is held by the root, the policy and the signatures", async () => {
    const policy = { policy: versions[0]!, file: null };
    const first = unsigned[0]!;
    expect(
      await found([await forged(first, { policy: { ...first.policy, regime: "HIPAA" } })], { keys: [] }),
    ).toEqual(["1 altered-root", "1 unsigned"]);
    expect(
      await found([await forged(first, { receipt_chain: { ...first.receipt_chain, quorum: "1-of-1" } })], {
        keys: [],
      }),
    ).toEqual(["1 altered-root", "1 unsigned"]);
    const claim = await forged(first, { coverage: 3 });
    expect(await found([claim], { keys: [] })).toEqual(["1 unsigned"]);
    expect(await found([claim], { keys: [], policy })).toEqual(["1 unsigned", "1 altered-payload"]);
    expect(await found([await forged(a, { coverage: 3 })])).toContain("1 too-few-signatures");
  });

  it("a clock that ran backwards is named", async () => {
    const late = await seal(versions[0]!, { prev: null, nowMs: testNowMs + 5000, signers });
    const early = await seal(versions[1]!, {
      prev: { id: late.id, sealedAt: "" },
      nowMs: testNowMs,
      signers,
    });
    expect(await found([late, early])).toEqual(["2 clock-regressed"]);
  });
});

describe("signatures", () => {
  it("missing: one that is gone, with the quorum still reached", async () => {
    expect(await found([{ ...a, signatures: a.signatures.slice(1) }])).toEqual(["1 missing-signature"]);
  });

  it("too few signatures for the quorum", async () => {
    expect(await found([{ ...a, signatures: a.signatures.slice(3) }])).toEqual([
      "1 missing-signature",
      "1 missing-signature",
      "1 missing-signature",
      "1 too-few-signatures",
    ]);
  });

  it("of another receipt, of a stranger, given twice, or in another order", async () => {
    const others = { ...a, signatures: [b.signatures[0]!, ...a.signatures.slice(1)] };
    expect(await found([others])).toEqual(["1 invalid-signature"]);
    const stranger = { ...a, signatures: [...a.signatures, signReceipt(a, newSigner("stranger"))] };
    expect(await found([stranger])).toEqual(["1 invalid-signature"]);
    expect(await found([{ ...a, signatures: [...a.signatures, a.signatures[0]!] }])).toEqual([
      "1 invalid-signature",
    ]);
    expect(await found([{ ...a, signatures: a.signatures.toReversed() }])).toEqual(["1 invalid-signature"]);
  });

  it("by a key that is not known, or not the one that is known", async () => {
    expect(await found([a], { keys: signers.slice(1) })).toEqual(["1 unknown-key"]);
    expect(await found([a], { keys: [newSigner(nodes[0]!), ...signers.slice(1)] })).toEqual(["1 wrong-key"]);
    expect(await found([a], { keys: [] })).toEqual([
      ...nodes.map(() => "1 unknown-key"),
      "1 too-few-signatures",
    ]);
  });

  it("one key under several names counts once", async () => {
    const [one] = signers;
    const keys = nodes.map((node) => ({ ...one!, node }));
    const receipt = { ...unsigned[0]!, signers: nodes };
    const { digest: _digest, signatures: _signatures, ...body } = receipt;
    const hash = await loadHash(receipt.algorithm);
    const complete = { ...body, digest: receiptDigest(hash, body) };
    const signed = { ...complete, signatures: keys.map((key) => signReceipt(complete, key)) };
    expect(await found([signed], { keys })).toEqual(["1 too-few-signatures"]);
  });

  it("none at all: a warning until signing has begun, and an error from then on", async () => {
    const [first, second] = unsigned as [Receipt, Receipt];
    expect(await found([first, second], { keys: [] })).toEqual(["2 unsigned"]);
    expect(await found([first, second], { keys: [], requireSignatures: true })).toEqual([
      "1 missing-signature",
      "2 missing-signature",
    ]);
    // A key is known, so the last one could have been signed: somebody may have taken the signatures away.
    expect(await found([first, second])).toEqual(["1 unsigned", "2 missing-signature"]);
    const signed = await seal(versions[2]!, { prev: second, nowMs: testNowMs + 2000, signers });
    expect(await found([first, second, signed])).toEqual(["2 unsigned"]);
    const after = await seal(versions[3]!, { prev: signed, nowMs: testNowMs + 3000 });
    const last = await seal(versions[4]!, { prev: after, nowMs: testNowMs + 4000, signers });
    expect(await found([first, second, signed, after, last])).toEqual(["2 unsigned", "4 missing-signature"]);
  });
});

describe("the policy against the last receipt", () => {
  it("names the clause, and every other part that changed", async () => {
    const policy = structuredClone(versions[4]!);
    policy.regulatory_clauses[3]!.title = "Another title";
    policy.regulatory_clauses[5]!.clause_id = "HC-999";
    policy.compliance_thresholds.receipt_retention_days = 400;
    const { valid, findings, comparison } = await verify(receiptsText(receipts), {
      keys: signers,
      policy: { policy, file: null },
    });
    expect({ valid, comparison }).toEqual({
      valid: false,
      comparison: { line: 5, sameContent: false, sameFile: null },
    });
    expect(findings.map(({ message }) => message)).toEqual([
      "clause HC-164.303 changed since the last seal",
      "clause HC-999 was added since the last seal",
      "compliance_thresholds changed since the last seal",
      "clause HC-164.305 was removed since the last seal",
    ]);
  });

  it("names an order of clauses that changed, and algorithm and chaining as a part", async () => {
    const policy = structuredClone(versions[4]!);
    policy.regulatory_clauses = policy.regulatory_clauses.toReversed();
    const compare = async () =>
      (await verify(receiptsText(receipts), { keys: signers, policy: { policy, file: null } })).findings.map(
        ({ message }) => message,
      );
    expect(await compare()).toEqual(["the clauses were reordered since the last seal"]);
    policy.regulatory_clauses = policy.regulatory_clauses.toReversed();
    policy.receipt_chain.algorithm = "BLAKE3";
    policy.receipt_chain.chaining = "hash_chain";
    expect(await compare()).toEqual(["receipt_chain changed since the last seal"]);
  });

  it("distinguishes a changed layout from changed content", async () => {
    const policy = versions[0]!;
    const receipt = await seal(policy, {
      prev: null,
      nowMs: testNowMs,
      file: Buffer.from("a: 1\n"),
      signers,
    });
    const compare = async (file: string) =>
      (await verify(receiptsText([receipt]), { keys: signers, policy: { policy, file: Buffer.from(file) } }))
        .comparison;
    expect(await compare("a: 1\n")).toEqual({ line: 1, sameContent: true, sameFile: true });
    expect(await compare("a: 1 # so\n")).toEqual({ line: 1, sameContent: true, sameFile: false });
  });
});
