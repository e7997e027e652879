import { generateKeyPairSync } from "node:crypto";
import type { Policy } from "../../../src/policy/policy.ts";
import { loadHash } from "../../../src/policy/seal/hash.ts";
import { type Signer, signReceipt } from "../../../src/policy/seal/keys.ts";
import { type Receipt, receiptDigest, receiptLine } from "../../../src/policy/seal/receipt.ts";
import { receiptContent, seal } from "../../../src/policy/seal/seal.ts";
import { testNowMs } from "./valid-policy.ts";

/** Creates a node with a key. */
export function newSigner(node: string): Signer {
  return { node, ...generateKeyPairSync("ed25519") };
}

/** Creates the chained receipts of these policies, one second apart. */
export async function sealAll(
  policies: readonly Policy[],
  signers: readonly Signer[] = [],
  firstMs = testNowMs,
): Promise<readonly Receipt[]> {
  const receipts: Receipt[] = [];
  for (const [index, policy] of policies.entries()) {
    receipts.push(
      await seal(policy, { prev: receipts.at(-1) ?? null, nowMs: firstMs + 1000 * index, signers }),
    );
  }
  return receipts;
}

/** Formats the content of a receipts file. */
export function receiptsText(receipts: readonly Receipt[]): string {
  return receipts.map(receiptLine).join("");
}

/** Creates a receipt as somebody would who ignores the quorums: signed by these nodes only, whatever is needed. */
export async function sealAgainstRules(
  policy: Policy,
  prev: Receipt | null,
  signers: readonly Signer[],
): Promise<Receipt> {
  const nowMs = prev === null ? testNowMs : Date.parse(prev.sealedAt) + 1000;
  const content = await receiptContent(policy, { prev, nowMs });
  const body = { version: 1 as const, ...content, signers: signers.map(({ node }) => node) };
  const unsigned = { ...body, digest: receiptDigest(await loadHash(content.algorithm), body) };
  return { ...unsigned, signatures: signers.map((signer) => signReceipt(unsigned, signer)) };
}
