import process from "node:process";
import { defaultKeysDir } from "../../../engine/directories.ts";
import { UsageError } from "../../../model/errors.ts";
import { appendReceipt } from "../../../policy-files/append-receipt.ts";
import { makeKey, readSigners } from "../../../policy-files/keys.ts";
import { readPolicyFile } from "../../../policy-files/read-policy-file.ts";
import { receiptsPath } from "../../../policy-files/receipts-file.ts";
import type { Policy } from "../../../policy/policy.ts";
import { firstError } from "../../../policy/report/checked-text.ts";
import type { Receipt } from "../../../policy/seal/receipt.ts";
import { seal } from "../../../policy/seal/seal.ts";
import type { Line } from "../../../text/line.ts";
import { plural } from "../../../text/numbers.ts";
import { shellLine } from "../../../text/shell-word.ts";
import { type Visible, v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import { PolicyHasErrorsError } from "../../errors.ts";
import { part } from "../../output/detail.ts";

/** Options of `policy seal`, as typed. */
interface SealPolicyOptions {
  readonly keys?: string;
}

/** Runs `policy seal PATH`. @throws {HooklensError} the policy has errors, or a key or file cannot be used */
export async function sealPolicy(
  { print }: Invocation,
  path: string,
  options: SealPolicyOptions,
): Promise<void> {
  if (path === "-") {
    throw new UsageError({
      what: "a policy from stdin cannot be sealed",
      why: "receipts are stored beside the policy's file",
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
  await print({
    table: () => receiptLines(receipt, { receipts, keys }),
    json: () => ({ receipts, receipt }),
    quiet: () => [receipt.id],
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
    hint: `Run ${shellLine(["hooklens", "policy", "check", path])} for details`,
  });
}

/** Options of `policy keygen`, as typed. */
interface KeygenOptions {
  readonly node: string;
  readonly keys?: string;
  readonly force?: true;
}

/** Runs `policy keygen --node NAME`. @throws {KeyExistsError | KeyUnusableError | UsageError} */
export async function makeNodeKey({ print }: Invocation, options: KeygenOptions): Promise<void> {
  const keys = options.keys ?? defaultKeysDir(process.env);
  const made = makeKey(keys, options.node, { replace: options.force === true });
  await print({
    table: () => [
      v`Created a key for ${made.node}, fingerprint ${made.fingerprint}`,
      v`  private  ${made.privateFile}`,
      v`  public   ${made.publicFile}`,
    ],
    json: () => made,
    quiet: () => [made.fingerprint],
  });
}

/** Formats a new receipt. `receipts` is its file, `keys` the directory that was searched for keys. */
function receiptLines(
  receipt: Receipt,
  { receipts, keys }: { readonly receipts: string; readonly keys: string },
): readonly (Line | Visible)[] {
  const { id, root, algorithm, chaining, sealedAt, coverage, mandatorySatisfied } = receipt;
  return [
    v`Sealed ${receipt.policy.regime} (${receipt.policy.vertical}) in ${receipts}`,
    part("id", id),
    part("root", `${root} (${algorithm}, ${chaining})`),
    part("sealed", sealedAt),
    part(
      "coverage",
      `${plural(coverage, "axis", "axes")}, mandatory ones ${mandatorySatisfied ? "enforced" : "not all enforced"}`,
    ),
    signedLine(receipt, keys),
    v`Keep the ID apart from the receipts: policy verify --head ID then detects receipts removed at the end.`,
  ];
}

function signedLine({ signers, receipt_chain }: Receipt, keys: string): Line {
  const { quorum } = receipt_chain;
  return signers.length > 0
    ? part("signed", `by ${signers.join(", ")} (quorum ${quorum})`)
    : part(
        "unsigned",
        `no key of its nodes is in ${keys}; create one with hooklens policy keygen --node NAME`,
        "warn",
      );
}
