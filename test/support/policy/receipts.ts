import { generateKeyPairSync } from "node:crypto";
import type { Policy } from "../../../src/policy/policy.ts";
import type { Signer } from "../../../src/policy/seal/keys.ts";
import { type Receipt, receiptLine } from "../../../src/policy/seal/receipt.ts";
import { seal } from "../../../src/policy/seal/seal.ts";
import { testNowMs } from "./valid-policy.ts";

/** A node with a key of its own. */
export function newSigner(node: string): Signer {
  return { node, ...generateKeyPairSync("ed25519") };
}

/** The receipts of these policies, one a second, each following the one before. */
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

/** What a receipts file with these in it holds. */
export function receiptsText(receipts: readonly Receipt[]): string {
  return receipts.map(receiptLine).join("");
}
