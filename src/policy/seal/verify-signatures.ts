import { plural } from "../../text/numbers.ts";
import { parseQuorum } from "../fields/quorum.ts";
import type { ChainEntry } from "./chain-order.ts";
import { type KnownKey, isSignedBy } from "./keys.ts";
import {
  type ReceiptFinding,
  type ReceiptFindingKind,
  receiptFinding,
  shortHash,
} from "./receipt-finding.ts";
import { type Receipt, type ReceiptSignature, signedBytes } from "./receipt.ts";
import {
  type SigningRule,
  type SigningState,
  changedRule,
  countQuorum,
  isNode,
  isReached,
  isSameRule,
  isZero,
  signingNodes,
} from "./signing-rule.ts";

interface SignatureOptions {
  readonly keys: readonly KnownKey[];
  /**
   * Minimum quorum of the first receipt, set by the verifier; null accepts its own.
   * @default null
   */
  readonly quorum?: string | null;
  /** True if every receipt must be signed. @default false */
  readonly required?: boolean;
  /**
   * True for a chain to be continued: signatures by unknown keys count, because authors need no keys, and the last
   * receipt may be unsigned, because a signed one may follow.
   * @default false
   */
  readonly isContinued?: boolean;
}

/**
 * Verifies the signatures of a chain. A receipt needs the quorum in force before it as well as its own. The first
 * receipt's rule is in force at once, a later one when both quorums have signed. The quorum counts distinct keys.
 */
export function verifySignatures(
  chain: readonly ChainEntry[],
  { keys, quorum = null, required = false, isContinued = false }: SignatureOptions,
): { readonly findings: readonly ReceiptFinding[]; readonly state: SigningState } {
  const findings: ReceiptFinding[] = [];
  const unsigned: ChainEntry[] = [];
  let inForce: { readonly rule: SigningRule; readonly line: number } | null = null;
  let hasBegun = required || quorum !== null;
  for (const entry of chain) {
    const { line, receipt } = entry;
    const own = receipt.receipt_chain;
    const before: SigningRule = inForce?.rule ?? { nodes: own.nodes, quorum: quorum ?? own.quorum };
    const nodes = signingNodes(own, { rule: before });
    findings.push(...zeroFindings(line, own), ...(inForce === null ? sizeFindings(line, own, quorum) : []));
    if (receipt.signers.length > 0 || receipt.signatures.length > 0) {
      hasBegun = true;
      const { valid, unknown, findings: judged } = judgeSignatures(entry, keys, nodes);
      const possible = [...valid, ...unknown];
      const counted = isContinued ? possible : valid;
      const known = isContinued ? judged.filter(({ kind }) => kind !== "unknown-key") : judged;
      findings.push(
        ...known,
        ...signerFindings(entry, known),
        ...quorumFindings(line, own, counted),
        ...(isSameRule(own, before)
          ? []
          : changeFindings(line, own, inForce ?? { rule: before }, counted, possible)),
      );
      // An unverifiable signature is an error of its own receipt, but not of later ones.
      if ([own, before].every((rule) => isReached(countQuorum(rule, possible))))
        inForce = { rule: own, line };
    } else {
      const couldSign =
        !isContinued && entry === chain.at(-1) && keys.some(({ node }) => isNode(node, nodes));
      if (!hasBegun && !couldSign) unsigned.push(entry);
      else {
        findings.push(
          receiptFinding(
            "missing-signature",
            line,
            `the receipt is not signed, but the quorum is ${before.quorum}`,
          ),
        );
      }
    }
    inForce ??= { rule: before, line };
  }
  return {
    findings: [...findings, ...unsignedFindings(unsigned)],
    state: { rule: inForce?.rule ?? null, hasBegun },
  };
}

function zeroFindings(line: number, { quorum }: SigningRule): readonly ReceiptFinding[] {
  if (!isZero(quorum)) return [];
  return [receiptFinding("quorum-zero", line, `the quorum ${quorum} needs no signature`)];
}

/** Finds more nodes in the first receipt than the quorum of the verifier has. */
function sizeFindings(
  line: number,
  { nodes }: SigningRule,
  quorum: string | null,
): readonly ReceiptFinding[] {
  const count = new Set(nodes.map((node) => node.normalize("NFC"))).size;
  if (quorum === null || count <= Number(parseQuorum(quorum).total)) return [];
  const message = `the receipt has ${plural(count, "node")}, but the required quorum is ${quorum}`;
  return [receiptFinding("too-few-signatures", line, message)];
}

/** Finds signers without a signature, and signatures out of order: no hash covers their order. */
function signerFindings(
  { line, receipt }: ChainEntry,
  judged: readonly ReceiptFinding[],
): readonly ReceiptFinding[] {
  const signed = receipt.signatures.map(({ node }) => node);
  const missing = receipt.signers.filter((node) => !signed.includes(node));
  if (missing.length > 0) {
    return missing.map((node) =>
      receiptFinding("missing-signature", line, `${node} signed, but its signature is missing`),
    );
  }
  if (receipt.signers.join("\n") === signed.join("\n") || judged.length > 0) return [];
  const message = "the signatures are not those of the signers, in the same order";
  return [receiptFinding("invalid-signature", line, message)];
}

function quorumFindings(
  line: number,
  own: SigningRule,
  counted: readonly ReceiptSignature[],
): readonly ReceiptFinding[] {
  const count = countQuorum(own, counted);
  if (isReached(count) || isZero(own.quorum)) return [];
  const message = `${plural(count.signed.length, "valid signature")}, but the quorum is ${own.quorum}`;
  return [receiptFinding("too-few-signatures", line, message)];
}

/** Finds a change of the rule in force without the signatures of its quorum. */
function changeFindings(
  line: number,
  own: SigningRule,
  before: { readonly rule: SigningRule; readonly line?: number },
  counted: readonly ReceiptSignature[],
  possible: readonly ReceiptSignature[],
): readonly ReceiptFinding[] {
  const { rule } = before;
  const count = countQuorum(rule, counted);
  if (isReached(count)) return [];
  const { length } = count.signed;
  if (before.line === undefined) {
    const message = `${plural(length, "valid signature")}, but the required quorum is ${rule.quorum}`;
    return [receiptFinding("too-few-signatures", line, message)];
  }
  const message =
    `the receipt changes ${changedRule(rule, own)}, but only ${length} of the nodes of line ${before.line} signed it, ` +
    `whose quorum is ${rule.quorum}`;
  const isCertain = !isReached(countQuorum(rule, possible));
  return [receiptFinding(isCertain ? "old-quorum-missing" : "too-few-signatures", line, message)];
}

function unsignedFindings(unsigned: readonly ChainEntry[]): readonly ReceiptFinding[] {
  const newest = unsigned.at(-1);
  if (newest === undefined) return [];
  const others = unsigned.length === 1 ? "" : `, nor are ${unsigned.length - 1} before it`;
  const { quorum } = newest.receipt.receipt_chain;
  const message = `the receipt is not signed${others}; the quorum is ${quorum}`;
  return [receiptFinding("unsigned", newest.line, message)];
}

/** Signatures of a receipt, each verified. */
interface JudgedSignatures {
  readonly valid: readonly ReceiptSignature[];
  /** Signatures of nodes of which no key is known. */
  readonly unknown: readonly ReceiptSignature[];
  readonly findings: readonly ReceiptFinding[];
}

/**
 * Verifies each signature of a receipt, without counting them.
 * @param nodes nodes that may sign it
 */
export function judgeSignatures(
  { line, receipt }: { readonly line: number | null; readonly receipt: Receipt },
  keys: readonly KnownKey[],
  nodes: readonly string[],
): JudgedSignatures {
  const findings: ReceiptFinding[] = [];
  const valid: ReceiptSignature[] = [];
  const unknown: ReceiptSignature[] = [];
  const bytes = signedBytes(receipt);
  const signed = receipt.signatures.map(({ node }) => node);
  for (const [index, signature] of receipt.signatures.entries()) {
    const verdict: Verdict =
      signed.indexOf(signature.node) < index
        ? { kind: "invalid-signature", message: `${signature.node} signed twice` }
        : judge(bytes, signature, keys, nodes);
    if (verdict === null) {
      valid.push(signature);
      continue;
    }
    if (verdict.kind === "unknown-key") unknown.push(signature);
    findings.push(receiptFinding(verdict.kind, line, verdict.message));
  }
  return { valid, unknown, findings };
}

/** Kind and message of a finding; null if the signature is valid. */
type Verdict = { readonly kind: ReceiptFindingKind; readonly message: string } | null;

function judge(
  signed: Uint8Array,
  signature: ReceiptSignature,
  keys: readonly KnownKey[],
  nodes: readonly string[],
): Verdict {
  const { node, key } = signature;
  if (!isNode(node, nodes)) {
    return { kind: "invalid-signature", message: `${node} signed, but is not a node of the policy` };
  }
  const known = keys.filter((each) => each.node === node);
  if (known.length === 0) {
    return { kind: "unknown-key", message: `${node} signed, but none of its keys is known here` };
  }
  const trusted = known.find(({ fingerprint }) => fingerprint === key);
  if (trusted === undefined) {
    return {
      kind: "wrong-key",
      message: `${node} signed with key ${shortHash(key)}, and the one known here is ${known
        .map(({ fingerprint }) => shortHash(fingerprint))
        .join(", ")}`,
    };
  }
  return isSignedBy(signed, signature, trusted.publicKey)
    ? null
    : { kind: "invalid-signature", message: `the signature of ${node} does not match this receipt` };
}
