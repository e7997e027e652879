import { generateKeyPairSync } from "node:crypto";
import type { Policy } from "../../../src/policy/policy.ts";
import type { Signer } from "../../../src/policy/seal/keys.ts";
import { type Receipt, receiptLine } from "../../../src/policy/seal/receipt.ts";
import { seal } from "../../../src/policy/seal/seal.ts";
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
