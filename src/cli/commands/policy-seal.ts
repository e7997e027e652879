import process from "node:process";
import { defaultKeysDir } from "../../engine/directories.ts";
import { UsageError } from "../../model/errors.ts";
import { readSigners } from "../../policy-files/keys/read-keys.ts";
import { readPolicyFile } from "../../policy-files/read-policy-file.ts";
import { appendReceipt } from "../../policy-files/receipts/append-receipt.ts";
import { receiptsPath } from "../../policy-files/receipts/receipts-file.ts";
import type { Policy } from "../../policy/policy.ts";
import { seal } from "../../policy/seal/seal.ts";
import { shellLine } from "../../text/shell-word.ts";
import { receiptLines } from "../output/receipt-answer.ts";
import type { Invocation } from "../program/launch.ts";
import { firstError, PolicyHasErrorsError } from "./policy-errors.ts";

/** The options of `policy seal`, as typed. */
export interface SealPolicyOptions {
  readonly keys?: string;
}

/** `policy seal PATH` @throws {PolicyHasErrorsError} and what sealing, keys and files throw */
export async function sealPolicy(
  { output }: Invocation,
  path: string,
  options: SealPolicyOptions,
): Promise<void> {
  if (path === "-") {
    throw new UsageError({
      what: "a policy from stdin cannot be sealed",
      why: "its receipts stand beside its file",
      hint: "Give the path of the policy",
    });
  }
  const { bytes, policy } = await readSoundPolicy(path);
  const keys = options.keys ?? defaultKeysDir(process.env);
  const signers = readSigners(keys, policy.receipt_chain.nodes);
  const receipts = receiptsPath(path);
  const receipt = await appendReceipt(receipts, (prev) =>
    seal(policy, { prev, nowMs: Date.now(), file: bytes, signers }),
  );
  await output.answer({
    lines: () => receiptLines(receipt, { receipts, keys }),
    json: () => ({ receipts, receipt }),
    ids: () => [receipt.id],
  });
}

async function readSoundPolicy(
  path: string,
): Promise<{ readonly bytes: Uint8Array; readonly policy: Policy }> {
  const { bytes, check } = await readPolicyFile(path);
  if (bytes !== null && check.policy !== null && check.valid) return { bytes, policy: check.policy };
  throw new PolicyHasErrorsError({
    what: `${path} was not sealed`,
    why: firstError(check),
    hint: `${shellLine(["hooklens", "policy", "check", path])} says what to do about it`,
  });
}
