import type { Algorithm, Policy } from "../policy.ts";
import { type ChainEntry, verifyOrder } from "./chain-order.ts";
import { type PartChange, type PolicyComparison, comparePolicy } from "./compare-policy.ts";
import { type Hash, loadHash } from "./hash.ts";
import { type TrustedKey, knownKeys } from "./keys.ts";
import { type ReceiptFinding, receiptFinding, shortHash } from "./receipt-finding.ts";
import { readReceiptLines } from "./receipt-lines.ts";
import { type Receipt, receiptId } from "./receipt.ts";
import type { SigningState } from "./signing-rule.ts";
import { verifyContent } from "./verify-receipt.ts";
import { verifySignatures } from "./verify-signatures.ts";

export interface VerifyOptions {
  /** Current policy and the bytes of its file, to compare with the last receipt. @default null */
  readonly policy?: { readonly policy: Policy; readonly file: Uint8Array | null } | null;
  /**
   * Expected ID of the last receipt. Without it, receipts removed at the end are not detected. @default null
   */
  readonly head?: string | null;
  /** Trusted public keys. @default none */
  readonly keys?: readonly TrustedKey[];
  /** True if every receipt must be signed. @default false */
  readonly requireSignatures?: boolean;
  /**
   * Quorum `K-of-N` that the first receipt must have: K valid signatures of at most N nodes. Null: its own.
   * @default null
   */
  readonly quorum?: string | null;
}

export interface Verification {
  /** True if no finding has severity error. */
  readonly valid: boolean;
  /** All readable receipts in file order, including invalid ones. */
  readonly receipts: readonly Receipt[];
  /** Last receipt of the chain; null if there is none. */
  readonly head: Receipt | null;
  /** Comparison of the policy with the last receipt; null without a policy or a receipt. */
  readonly comparison: PolicyComparison | null;
  /** Changes of the policy since the last receipt; empty without a policy. */
  readonly changes: readonly PartChange[];
  /** Findings by line; those of the whole file come last. */
  readonly findings: readonly ReceiptFinding[];
  /** Signatures that the next receipt needs. */
  readonly signing: SigningState;
}

/**
 * Verifies a receipts file: each receipt, their chain, their signatures, and the policy against the last
 * receipt. A receipt that changes quorum or nodes needs the quorum in force before it. An unsigned receipt is a
 * warning, or an error if it follows a signed one, if signatures are required, or if it is the last and a key of a
 * node is trusted. Signed receipts cover the unsigned ones before them through their `prev`.
 * @param file bytes or text of `<policy>.receipts.jsonl`
 */
export async function verify(
  file: Uint8Array | string,
  { policy = null, head = null, keys = [], requireSignatures = false, quorum = null }: VerifyOptions = {},
): Promise<Verification> {
  const { entries, chain, hashes, findings: chainFindings } = await verifyChain(file, head);
  const signatures = verifySignatures(chain, { keys: knownKeys(keys), quorum, required: requireSignatures });
  const last = chain.at(-1) ?? null;
  const compared =
    policy === null || last === null
      ? null
      : comparePolicy(last, policy.policy, policy.file, hashes(last.receipt.algorithm));
  const findings = inOrder([...chainFindings, ...signatures.findings, ...(compared?.findings ?? [])]);
  return {
    valid: findings.every(({ severity }) => severity !== "error"),
    receipts: entries.map(({ receipt }) => receipt),
    head: last?.receipt ?? null,
    comparison: compared?.comparison ?? null,
    changes: compared?.changes ?? [],
    findings,
    signing: signatures.state,
  };
}

/** Result of verifying a receipts file without the policy and the signatures. */
interface ChainVerification {
  /** Readable receipts in file order. */
  readonly entries: readonly ChainEntry[];
  /** Receipts of the chain, in its order. */
  readonly chain: readonly ChainEntry[];
  /** Size of the complete lines in bytes; an incomplete line may follow. */
  readonly wholeBytes: number;
  readonly findings: readonly ReceiptFinding[];
  /** Returns the hash function of an algorithm that a receipt uses. */
  readonly hashes: (algorithm: Algorithm) => Hash;
}

/**
 * Verifies each receipt and their chain.
 * @param head expected ID of the last receipt, if known
 */
export async function verifyChain(
  file: Uint8Array | string,
  head: string | null = null,
): Promise<ChainVerification> {
  const bytes = typeof file === "string" ? Buffer.from(file) : file;
  const lines = readReceiptLines(bytes);
  const hashes = await loadHashes(lines.entries.map(({ receipt }) => receipt.algorithm));
  const entries = lines.entries.map((entry, index): ChainEntry => {
    const { receipt } = entry;
    const hash = hashes(receipt.algorithm);
    const rightId = receiptId(hash, receipt);
    const before = lines.entries[index - 1]?.receipt.id ?? null;
    const prevAltered =
      rightId !== receipt.id && receiptId(hash, { ...receipt, prev: before }) === receipt.id;
    return { ...entry, rightId: prevAltered ? receipt.id : rightId, prevAltered };
  });
  const { chain, findings: orderFindings } = verifyOrder(entries, lines.unreadable, head);
  const findings = [
    ...lines.findings,
    ...entries.flatMap((entry) => verifyContent(entry, hashes(entry.receipt.algorithm))),
    ...orderFindings,
    ...clockFindings(chain),
    ...(head === null ? [] : headFindings(chain, head)),
    ...(bytes.length === 0 ? [receiptFinding("no-receipts", null, "the file has no receipt")] : []),
  ];
  return { entries, chain, wholeBytes: lines.wholeBytes, findings: inOrder(findings), hashes };
}

/**
 * Sorts findings by line, those of the whole file last; findings of a line stay in the order of the checks.
 */
function inOrder(findings: readonly ReceiptFinding[]): readonly ReceiptFinding[] {
  return findings.toSorted(
    (a, b) => (a.line ?? Number.MAX_SAFE_INTEGER) - (b.line ?? Number.MAX_SAFE_INTEGER),
  );
}

async function loadHashes(algorithms: readonly Algorithm[]): Promise<(algorithm: Algorithm) => Hash> {
  const loaded = new Map<Algorithm, Hash>();
  for (const algorithm of new Set(algorithms)) loaded.set(algorithm, await loadHash(algorithm));
  return (algorithm) => {
    const hash = loaded.get(algorithm);
    if (hash === undefined) throw new Error(`no hash was loaded for ${algorithm}`);
    return hash;
  };
}

function clockFindings(chain: readonly ChainEntry[]): readonly ReceiptFinding[] {
  return chain.flatMap(({ line, receipt }, index) => {
    const before = chain[index - 1];
    if (before === undefined || before.receipt.sealedAt <= receipt.sealedAt) return [];
    return [
      receiptFinding(
        "clock-regressed",
        line,
        `the receipt was sealed at ${receipt.sealedAt}, before the receipt it follows (${before.receipt.sealedAt})`,
      ),
    ];
  });
}

function headFindings(chain: readonly ChainEntry[], head: string): readonly ReceiptFinding[] {
  const place = chain.findIndex(({ rightId }) => rightId === head);
  if (place === -1) {
    return [
      receiptFinding(
        "cut-off",
        null,
        `receipt ${shortHash(head)}, the expected end of the chain, is missing`,
      ),
    ];
  }
  const after = chain.length - 1 - place;
  if (after === 0) return [];
  return [
    receiptFinding(
      "beyond-head",
      chain[place + 1]?.line ?? null,
      `${after === 1 ? "1 receipt follows" : `${after} receipts follow`} the expected end of the chain, ${shortHash(head)}`,
    ),
  ];
}
