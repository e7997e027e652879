import process from "node:process";
import { describe, expect, it } from "vitest";
import { algorithms, chainings } from "../../../../src/policy/policy.ts";
import type { Receipt } from "../../../../src/policy/seal/receipt.ts";
import { seal } from "../../../../src/policy/seal/seal.ts";
import { verify } from "../../../../src/policy/seal/verify.ts";
import { newSigner, receiptsText, sealAll } from "../../../support/policy/receipts.ts";
import { testNowMs, validPolicy } from "../../../support/policy/valid-policy.ts";
import { seededRandom } from "../../../support/random.ts";

/** One byte of this many is altered, from a random one on; each with `HOOKLENS_ALTER_ALL=1`. */
const every = process.env["HOOKLENS_ALTER_ALL"] === undefined ? 7 : 1;
/** Orders of lines that are tried. */
const orders = every === 1 ? 300 : 100;

const signers = ["covered-entity", "auditor", "archive"].map(newSigner);

function policyUnder(algorithm: (typeof algorithms)[number], chaining: (typeof chainings)[number]) {
  const policy = validPolicy();
  policy.receipt_chain.algorithm = algorithm;
  policy.receipt_chain.chaining = chaining;
  return policy;
}

describe("no byte of a receipts file changes unseen", () => {
  it.each(chainings.map((chaining, index) => [chaining, algorithms[index]!] as const))(
    "signed, %s under %s",
    async (chaining, algorithm) => {
      const policy = policyUnder(algorithm, chaining);
      const bytes = Buffer.from(receiptsText(await sealAll([policy], signers)));
      expect((await verify(bytes, { keys: signers })).findings).toEqual([]);
      const unseen = await bytesUnseen(bytes, [1], (altered) => verify(altered, { keys: signers }));
      expect(unseen).toEqual([]);
    },
    60_000,
  );

  // 0x20 makes upper case of lower case, which hex does not mind and a receipt must.
  it("unsigned, two receipts", async () => {
    const policy = policyUnder("SHA3-512", "hash_chain");
    const bytes = Buffer.from(receiptsText(await sealAll([policy, policy])));
    const unseen = await bytesUnseen(bytes, [1, 0x20], (altered) => verify(altered));
    expect(unseen).toEqual([]);
  }, 60_000);
});

/** Returns the places where turning one of these bits of an altered byte is no error. */
async function bytesUnseen(
  bytes: Buffer,
  bits: readonly number[],
  judge: (altered: Buffer) => Promise<{ readonly valid: boolean }>,
): Promise<readonly string[]> {
  const unseen: string[] = [];
  for (let index = Math.floor(Math.random() * every); index < bytes.length; index += every) {
    for (const bit of bits) {
      const altered = Buffer.from(bytes);
      altered.writeUInt8(altered.readUInt8(index) ^ bit, index);
      if ((await judge(altered)).valid)
        unseen.push(`${index}: ${altered.toString("latin1", index - 20, index + 20)}`);
    }
  }
  return unseen;
}

describe("any other order of lines", () => {
  it("is found: lines dropped, repeated, moved and put in at random", async () => {
    const random = seededRandom(20);
    const policy = validPolicy();
    const chain = await sealAll([policy, policy, policy, policy, policy, policy], signers);
    const [genesis] = await sealAll([{ ...policy, jurisdiction: "CA" }], signers);
    const foreign: readonly Receipt[] = [
      genesis!,
      await seal(policy, { prev: chain[2]!, nowMs: testNowMs + 2500, signers }),
      await seal(policy, { prev: genesis!, nowMs: testNowMs + 2500, signers }),
    ];
    const head = chain.at(-1)!.id;
    const right = receiptsText(chain);
    for (let round = 0; round < orders; round++) {
      const lines = [...chain];
      const steps = 1 + random.below(3);
      for (let step = 0; step < steps; step++) {
        const at = random.below(lines.length);
        const [taken] = lines.splice(at, 1);
        const kind = random.below(4);
        if (kind === 1) lines.splice(random.below(lines.length + 1), 0, taken!);
        if (kind === 2) lines.splice(at, 0, taken!, taken!);
        if (kind === 3) lines.splice(at, 0, taken!, random.pick(foreign));
      }
      const text = receiptsText(lines);
      const { valid, findings } = await verify(text, { keys: signers, head });
      expect(valid, JSON.stringify(findings)).toBe(text === right);
    }
  }, 60_000);
});
