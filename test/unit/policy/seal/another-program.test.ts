import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { chainings } from "../../../../src/policy/policy.ts";
import type { Signer } from "../../../../src/policy/seal/keys.ts";
import { knownKeys } from "../../../../src/policy/seal/keys.ts";
import { countSignatures, proposeSeal, signProposal } from "../../../../src/policy/seal/proposal.ts";
import type { Receipt } from "../../../../src/policy/seal/receipt.ts";
import { beforeFirstReceipt } from "../../../../src/policy/seal/signing-rule.ts";
import { verify } from "../../../../src/policy/seal/verify.ts";
import { newSigner, receiptsText, sealAgainstRules, sealAll } from "../../../support/policy/receipts.ts";
import { testNowMs, validPolicy } from "../../../support/policy/valid-policy.ts";

const program = fileURLToPath(new URL("../../../support/policy/receipts.py", import.meta.url));
const hasPython = spawnSync("python3", ["--version"]).status === 0;

function answerOf(input: unknown): unknown {
  const { stdout, stderr } = spawnSync("python3", [program], {
    input: JSON.stringify(input),
    encoding: "utf8",
  });
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

// BLAKE3 is not in Python's library.
const combinations = (["SHA-256", "SHA3-256", "SHA3-512"] as const).flatMap((algorithm) =>
  chainings.map((chaining) => [algorithm, chaining] as const),
);

it.runIf(hasPython).each(combinations)(
  "a program written after docs/receipts.md alone comes to the same root and id: %s, %s",
  async (algorithm, chaining) => {
    const policy = validPolicy();
    policy.receipt_chain.algorithm = algorithm;
    policy.receipt_chain.chaining = chaining;
    const [receipt] = await sealAll([policy]);
    expect(answerOf({ policy, sealedAt: receipt!.sealedAt })).toEqual({
      root: receipt!.root,
      id: receipt!.id,
    });
  },
);

const signers = ["anna", "bernd", "clara", "dora", "emil"].map(newSigner);
const [anna, bernd, clara, dora] = signers as [Signer, Signer, Signer, Signer];

function ruled(quorum: string, nodes: readonly Signer[] = [anna, bernd, clara]) {
  const policy = validPolicy();
  policy.receipt_chain = { ...policy.receipt_chain, quorum, nodes: nodes.map(({ node }) => node) };
  return policy;
}

type Step = (prev: Receipt | null) => Promise<Receipt>;

const sealed =
  (policy: ReturnType<typeof ruled>, ...by: readonly Signer[]): Step =>
  (prev) =>
    sealAgainstRules(policy, prev, by);

const proposed: Step = async (prev) => {
  const policy = ruled("2-of-3");
  const nowMs = prev === null ? testNowMs : Date.parse(prev.sealedAt) + 1;
  let proposal = await proposeSeal(policy, { prev, nowMs });
  for (const signer of [clara, anna]) proposal = await signProposal(proposal, signer);
  return (await countSignatures(proposal, knownKeys(signers), beforeFirstReceipt)).receipt!;
};

const altered =
  (step: Step, change: (receipt: Receipt) => Partial<Receipt>): Step =>
  async (prev) => {
    const receipt = await step(prev);
    return { ...receipt, ...change(receipt) };
  };

const two = sealed(ruled("2-of-3"), anna, bernd);
const rotated = ruled("2-of-3", [bernd, clara, dora]);

const chains: readonly (readonly [string, readonly Step[], readonly number[], string?])[] = [
  ["an honest chain", [two, proposed, two], []],
  ["no quorum", [two, sealed(ruled("0-of-3"))], [2]],
  ["no quorum and an honest seal on it", [two, sealed(ruled("00-of-3")), two], [2]],
  ["a quorum that one lowers", [two, sealed(ruled("1-of-3"), anna)], [2]],
  [
    "a quorum that one lowers twice",
    [two, sealed(ruled("1-of-1", [anna]), anna), sealed(ruled("1-of-1", [anna]), anna)],
    [2, 3],
  ],
  [
    "a quorum that two lower",
    [two, sealed(ruled("1-of-3"), anna, clara), sealed(ruled("1-of-3"), bernd)],
    [],
  ],
  ["a node that one replaces", [two, sealed(rotated, bernd, dora)], [2]],
  ["a node that two replace", [two, sealed(rotated, bernd, clara), sealed(rotated, clara, dora)], []],
  ["a signature missing", [two, sealed(ruled("2-of-3"), anna)], [2]],
  ["an unsigned receipt", [two, sealed(ruled("2-of-3"))], [2]],
  ["unsigned receipts before", [sealed(ruled("2-of-3")), two], []],
  ["a stranger", [two, sealed(ruled("2-of-3"), anna, bernd, newSigner("dora"))], [2]],
  ["a first receipt below the quorum asked for", [sealed(ruled("1-of-1", [anna]), anna)], [1], "2-of-3"],
  ["a changed coverage", [two, altered(two, () => ({ coverage: 3 }))], [2]],
  [
    "a changed signature",
    [
      two,
      altered(two, ({ signatures: [one, other] }) => ({
        signatures: [one!, { ...other!, signature: one!.signature }],
      })),
    ],
    [2],
  ],
];

it.runIf(hasPython)(
  "the same program finds the same wrong lines in chains that nobody, one or two nodes change",
  async () => {
    const keys = signers.map(({ node, publicKey }) => ({
      node,
      spki: publicKey.export({ type: "spki", format: "der" }).toString("hex"),
    }));
    const inputs: unknown[] = [];
    for (const [name, steps, expected, quorum = null] of chains) {
      const chain: Receipt[] = [];
      for (const step of steps) chain.push(await step(chain.at(-1) ?? null));
      const text = receiptsText(chain);
      const { findings } = await verify(text, { keys: signers, quorum });
      const lines = findings.filter(({ severity }) => severity === "error").map(({ line }) => line);
      expect([name, [...new Set(lines)]]).toEqual([name, expected]);
      inputs.push({ lines: text.split("\n").slice(0, -1), keys, quorum });
    }
    expect(answerOf({ chains: inputs })).toEqual(chains.map(([, , expected]) => expected));
  },
);
