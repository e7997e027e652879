import process from "node:process";
import { defaultKeysDir } from "../../engine/directories.ts";
import { NotFoundError, UsageError } from "../../model/errors.ts";
import { readTrustedKeys } from "../../policy-files/keys/read-keys.ts";
import { readPolicyFile } from "../../policy-files/read-policy-file.ts";
import { readReceiptsFile } from "../../policy-files/receipts/receipts-file.ts";
import { type ReceiptFinding, receiptFinding } from "../../policy/seal/receipt-finding.ts";
import { readReceiptLines } from "../../policy/seal/receipt-lines.ts";
import { type Verification, verify } from "../../policy/seal/verify.ts";
import { verificationLines } from "../output/receipt-answer.ts";
import type { Invocation } from "../program/launch.ts";
import { checkProof, proveSealedClause } from "./policy-proof.ts";

/** The options of `policy verify`, as typed. */
export interface VerifyReceiptsOptions {
  readonly head?: string;
  readonly keys?: string;
  readonly requireSignatures?: true;
  readonly prove?: string;
  readonly proof?: string;
}

/** `policy verify RECEIPTS [POLICY]`: 0 when nothing was done to them, 1 when something was. */
export async function verifyReceipts(
  { output }: Invocation,
  file: string,
  policyPath: string | null,
  options: VerifyReceiptsOptions,
): Promise<number> {
  const head = options.head === undefined ? null : readHead(options.head);
  const source = policyPath === null ? null : await readPolicyFile(policyPath);
  const policy = source?.check.policy ?? null;
  const bytes = readReceiptsFile(file);
  if (bytes === null) {
    throw new NotFoundError({ what: `there are no receipts in ${file}`, hint: "policy seal writes them" });
  }
  const nodes = readReceiptLines(bytes).entries.flatMap(({ receipt }) => receipt.receipt_chain.nodes);
  const verified = await verify(bytes, {
    policy: source !== null && policy !== null ? { policy, file: source.bytes } : null,
    head,
    keys: readTrustedKeys(options.keys ?? defaultKeysDir(process.env), nodes),
    requireSignatures: options.requireSignatures === true,
  });
  const proof = options.proof === undefined ? null : await checkProof(verified.head, options.proof);
  const verification = withFindings(verified, [
    ...(source !== null && policy === null ? [unreadablePolicy()] : []),
    ...(proof?.problem ? [receiptFinding("not-included", null, proof.problem)] : []),
  ]);
  const { findings, receipts, comparison, valid } = verification;
  if (options.prove !== undefined && valid) {
    await output.write(await proveSealedClause(verification, policy, options.prove));
    return 0;
  }
  await output.answer({
    lines: () => verificationLines(file, verification, proof?.clauseId ?? null),
    json: () => ({
      file,
      valid,
      receipts: receipts.map(({ id, prev, root, sealedAt, signers }) => ({
        id,
        prev,
        root,
        sealedAt,
        signers,
      })),
      head: verification.head?.id ?? null,
      policy: comparison,
      findings,
    }),
    ids: () => (verification.head === null ? [] : [verification.head.id]),
  });
  return valid ? 0 : 1;
}

function withFindings(verification: Verification, more: readonly ReceiptFinding[]): Verification {
  if (more.length === 0) return verification;
  return { ...verification, valid: false, findings: [...verification.findings, ...more] };
}

/** Only a policy without errors is ever sealed, so one the schema does not accept is not what was sealed. */
function unreadablePolicy(): ReceiptFinding {
  const message = "the policy is not what was sealed: it has errors now, which hooklens policy check names";
  return receiptFinding("policy-changed", null, message);
}

function readHead(text: string): string {
  const id = text.trim().toLowerCase();
  if (/^(?:[0-9a-f]{64}|[0-9a-f]{128})$/.test(id)) return id;
  throw new UsageError({
    what: `"${text}" is not the id of a receipt`,
    hint: "Give the whole id, 64 or 128 hexadecimal digits",
  });
}
