import process from "node:process";
import { defaultKeysDir } from "../../../engine/directories.ts";
import { readTextWithin } from "../../../files/read-file.ts";
import { NotFoundError, UsageError } from "../../../model/errors.ts";
import { proofText } from "../../../policy-files/clause-proof.ts";
import { SignaturesUncheckedError } from "../../../policy-files/errors.ts";
import { failureReason } from "../../../policy-files/failure-reason.ts";
import { readTrustedKeys } from "../../../policy-files/keys.ts";
import { readPolicyFile } from "../../../policy-files/read-policy-file.ts";
import { readReceiptsFile } from "../../../policy-files/receipts-file.ts";
import { isPossible, parseQuorum } from "../../../policy/fields/quorum.ts";
import type { Policy } from "../../../policy/policy.ts";
import type { PolicyComparison } from "../../../policy/seal/compare-policy.ts";
import {
  type ClauseProof,
  clauseProofSchema,
  proveClause,
  verifyInclusion,
} from "../../../policy/seal/proof.ts";
import { type ReceiptFinding, receiptFinding } from "../../../policy/seal/receipt-finding.ts";
import { readReceiptLines } from "../../../policy/seal/receipt-lines.ts";
import type { Receipt } from "../../../policy/seal/receipt.ts";
import { isZero } from "../../../policy/seal/signing-rule.ts";
import { type Verification, verify } from "../../../policy/seal/verify.ts";
import { type Line, line, span } from "../../../text/line.ts";
import { plural } from "../../../text/numbers.ts";
import { type Visible, v } from "../../../text/visible.ts";
import type { Invocation } from "../../command-line/command.ts";
import { part } from "../../output/detail.ts";
import type { VerifyOptions } from "./verify.ts";

/**
 * Runs `policy verify`. Returns exit code 0 if the receipts, the policy and the proof are valid, else 1.
 * @param policyPath path of the policy to compare with the last receipt; undefined for none
 * @throws {SignaturesUncheckedError} a proof is given, whose verdict is printed, and no key is known
 */
export async function verifyReceipts(
  { output, print }: Pick<Invocation, "output" | "print">,
  file: string,
  policyPath: string | undefined,
  options: VerifyOptions,
): Promise<number> {
  const head = options.head === undefined ? null : readHead(options.head);
  const quorum = options.quorum === undefined ? null : readQuorum(options.quorum);
  const source = policyPath === undefined ? null : await readPolicyFile(policyPath);
  const policy = source?.check.policy ?? null;
  const bytes = readReceiptsFile(file);
  if (bytes === null) {
    throw new NotFoundError({
      what: `there are no receipts in ${file}`,
      hint: "Run hooklens policy seal to create one",
    });
  }
  refuseProof(file, bytes);
  const nodes = readReceiptLines(bytes).entries.flatMap(({ receipt }) => receipt.receipt_chain.nodes);
  const keys = readTrustedKeys(options.keys ?? defaultKeysDir(process.env), nodes);
  const verified = await verify(bytes, {
    policy: source !== null && policy !== null ? { policy, file: source.bytes } : null,
    head,
    keys,
    requireSignatures: options.requireSignatures === true,
    quorum,
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
  const unchecked = proof !== null && keys.length === 0 ? findings.filter(isUnchecked) : [];
  await print({
    table: () => verificationLines(file, verification, proof, unchecked),
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
    quiet: () => (verification.head === null ? [] : [verification.head.id]),
  });
  if (unchecked.length > 0) throw signaturesUnchecked(file, verification);
  return valid ? 0 : 1;
}

/** Returns true for a finding about missing keys, provided that no key is known. */
function isUnchecked({ kind }: ReceiptFinding): boolean {
  return kind === "unknown-key" || kind === "too-few-signatures";
}

function signaturesUnchecked(file: string, { receipts }: Verification): SignaturesUncheckedError {
  const signers = new Set(receipts.flatMap(({ signatures }) => signatures.map(({ node }) => node)));
  return new SignaturesUncheckedError({
    what: `the signatures of ${file} cannot be checked`,
    why: `no public key of ${[...signers].join(", ")} is known here`,
    hint: "Give the directory of their public keys with --keys DIR",
  });
}

function withFindings(verification: Verification, more: readonly ReceiptFinding[]): Verification {
  if (more.length === 0) return verification;
  return { ...verification, valid: false, findings: [...verification.findings, ...more] };
}

/** Creates the finding for a policy that does not match the schema, and so differs from any sealed one. */
function unreadablePolicy(): ReceiptFinding {
  const message =
    "the policy has changed since it was sealed: it has errors (run hooklens policy check for details)";
  return receiptFinding("policy-changed", null, message);
}

function readHead(text: string): string {
  const id = text.trim().toLowerCase();
  if (/^(?:[0-9a-f]{64}|[0-9a-f]{128})$/.test(id)) return id;
  throw new UsageError({
    what: `"${text}" is not the ID of a receipt`,
    hint: "Give the whole ID, 64 or 128 hexadecimal digits",
  });
}

/** @throws {UsageError} the text is not a quorum, or a quorum of zero or beyond its nodes */
function readQuorum(text: string): string {
  const isQuorum = /^[0-9]+-of-[0-9]+$/.test(text);
  if (isQuorum && !isZero(text) && isPossible(parseQuorum(text))) return text;
  throw new UsageError({
    what: `"${text}" is not a quorum`,
    hint: "Give how many of how many nodes have to sign, such as 2-of-3",
  });
}

/** Returns the proof of `--prove CLAUSE` as JSON. @throws {UsageError | NotFoundError} */
async function proveSealedClause(
  { comparison }: Verification,
  policy: Policy | null,
  clauseId: string,
): Promise<string> {
  if (policy === null || comparison?.sameContent !== true) {
    throw new UsageError({
      what: "a clause cannot be proved without its policy",
      hint: "Give the policy after the receipts",
    });
  }
  return proofText(await proveClause(policy, clauseId));
}

/** Verdict on a proof file. */
interface ProofVerdict {
  readonly clauseId: string;
  /** Reason for an invalid proof of the last sealed policy, or null. */
  readonly problem: string | null;
}

/** Verifies the proof in the file of `--proof`. @throws {UsageError} the file is not a proof */
async function checkProof(head: Receipt | null, file: string): Promise<ProofVerdict> {
  const proof = readProof(file);
  return { clauseId: proof.clause.clause_id, problem: await proofProblem(proof, head) };
}

async function proofProblem(proof: ClauseProof, head: Receipt | null): Promise<string | null> {
  const { clause_id } = proof.clause;
  if (!(await verifyInclusion(proof)))
    return `the hashes of the proof do not lead from clause ${clause_id} to its root`;
  const isOfHead =
    head !== null &&
    proof.root === head.root &&
    proof.algorithm === head.algorithm &&
    proof.way.chaining === head.chaining;
  return isOfHead ? null : `the proof of clause ${clause_id} has a different root than the last receipt`;
}

/** Checks that a file of receipts is not the proof of a clause. @throws {UsageError} */
function refuseProof(file: string, bytes: Uint8Array): void {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return;
  }
  const proof = clauseProofSchema.safeParse(value);
  if (!proof.success) return;
  throw new UsageError({
    what: `${file} has no receipts`,
    why: `it is the proof of clause ${proof.data.clause.clause_id}`,
    hint: `Run hooklens policy verify RECEIPTS --proof ${file}; --keys DIR names the directory of the signers' public keys`,
  });
}

function readProof(file: string): ClauseProof {
  try {
    return clauseProofSchema.parse(JSON.parse(readTextWithin(file)));
  } catch (cause) {
    const isForm = cause instanceof Error && (cause.name === "ZodError" || cause instanceof SyntaxError);
    throw new UsageError({
      what: `${file} is not a proof of a clause`,
      why: isForm ? "it is not JSON with the fields of a proof" : failureReason(cause),
      hint: "Run hooklens policy verify --prove CLAUSE to create one",
      cause,
    });
  }
}

/**
 * Formats the verification of a receipts file, and of a proof.
 * @param unchecked findings that an error sums up afterwards
 */
function verificationLines(
  file: string,
  verification: Verification,
  proof: ProofVerdict | null,
  unchecked: readonly ReceiptFinding[],
): readonly (Line | Visible)[] {
  const { head, receipts, comparison, valid } = verification;
  const findings = verification.findings.filter((finding) => !unchecked.includes(finding));
  const count = plural(receipts.length, "receipt");
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const summary = valid
    ? line(span(v`${count} valid`, "ok"), span(v`, the last sealed at ${head?.sealedAt ?? ""}`))
    : line(span(v`${plural(errors, "error")}`, "error"), span(v` in ${count}`));
  return [
    ...findings.map((finding) => findingLine(file, finding)),
    ...(valid || errors > 0 ? [summary] : []),
    ...(head === null ? [] : headLines(head, valid)),
    ...(comparison?.sameContent ? [sameContentLine(comparison)] : []),
    ...(proof === null || proof.problem !== null ? [] : [proofLine(proof, valid)]),
  ];
}

function proofLine({ clauseId }: ProofVerdict, valid: boolean): Visible {
  return valid
    ? v`The proof is valid: clause ${clauseId} is in the last sealed policy.`
    : v`The proof holds by itself: its hashes lead from clause ${clauseId} to the root of the last receipt.`;
}

/** Formats the last receipt, with its signers only if all receipts are valid: a forger can write any name. */
function headLines({ id, signers, receipt_chain }: Receipt, valid: boolean): readonly Line[] {
  const signed = part("signed", `by ${signers.join(", ")} (quorum ${receipt_chain.quorum})`);
  return [part("head", id), ...(valid && signers.length > 0 ? [signed] : [])];
}

function sameContentLine({ sameFile }: PolicyComparison): Visible {
  return sameFile === false
    ? v`The policy is unchanged since it was sealed; only comments or layout of its file differ.`
    : v`The policy is unchanged since it was sealed.`;
}

/** Formats `healthcare.yaml.receipts.jsonl:3: error: dropped: the receipt follows 59c4…`. */
function findingLine(file: string, { line: at, severity, kind, message }: ReceiptFinding): Line {
  return line(
    span(v`${file}${at === null ? "" : `:${at}`}: `),
    span(v`${severity}`, severity === "error" ? "error" : "warn"),
    span(v`: ${kind}: ${message}`),
  );
}
