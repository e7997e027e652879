import type { PartChange } from "./compare-policy.ts";
import type { ReceiptFinding } from "./receipt-finding.ts";
import type { Receipt } from "./receipt.ts";
import type { QuorumCount, QuorumCounts, SigningRule } from "./signing-rule.ts";
import type { Verification } from "./verify.ts";

/**
 * State of a policy's seal. `broken`: the receipts were altered, or a file is unreadable. `proposed`: a receipt waits
 * for signatures. `changed`: the policy differs from the last receipt. `unsigned`: too few signatures of the last
 * receipt exist or are verifiable here. `unsealed`: no receipt.
 */
export type SealStanding = "sealed" | "changed" | "unsealed" | "unsigned" | "proposed" | "broken";

/** Last receipt of a policy. */
export interface LastSeal
  extends
    Pick<Receipt, "id" | "sealedAt" | "root" | "algorithm" | "chaining" | "coverage">,
    /** Nodes with valid signatures, if the receipts are valid. */
    QuorumCount {}

/** Proposal beside the policy. */
export interface ProposedSeal extends QuorumCounts {
  readonly proposedAt: string;
  /** Reason it cannot be signed; null if it can. */
  readonly problem: string | null;
}

/** Seal of a policy. */
export interface SealState {
  readonly standing: SealStanding;
  /** Null if no receipt is readable. */
  readonly last: LastSeal | null;
  /** Number of readable receipts. */
  readonly receipts: number;
  /** Changes of the policy since the last receipt. */
  readonly changes: readonly PartChange[];
  /** Findings of the receipts, except changes of the policy. */
  readonly findings: readonly ReceiptFinding[];
  readonly proposal: ProposedSeal | null;
  /** Rule in force, whose quorum must sign the next receipt; null without a receipt. */
  readonly rule: SigningRule | null;
  /** Reason for unreadable receipts, proposal or keys; null if all are readable. */
  readonly problem: string | null;
}

/** Seal of a policy without receipts. */
export const unsealed: SealState = {
  standing: "unsealed",
  last: null,
  receipts: 0,
  changes: [],
  findings: [],
  proposal: null,
  rule: null,
  problem: null,
};

/** Maximum findings of a state. */
const maxFindings = 50;

/** Kinds of findings about signatures that are absent, or unverifiable without another key. */
const unsignedKinds = new Set(["unsigned", "missing-signature", "unknown-key", "too-few-signatures"]);

/**
 * Returns the seal of a policy.
 * @param verified result for its receipts; null without receipts
 * @param signed nodes with a valid signature of the last receipt
 * @param isReadable false for a policy with errors, which differs from any sealed one
 */
export function sealState(
  verified: Verification | null,
  signed: readonly string[],
  proposal: ProposedSeal | null,
  isReadable: boolean,
): SealState {
  const head = verified?.head ?? null;
  const findings = (verified?.findings ?? []).filter(({ kind }) => kind !== "policy-changed");
  const changes = verified?.changes ?? [];
  const errors = findings.filter(({ severity }) => severity === "error");
  const standing = (): SealStanding => {
    if (errors.some(({ kind }) => !unsignedKinds.has(kind))) return "broken";
    if (proposal !== null && proposal.problem === null) return "proposed";
    if (head === null) return "unsealed";
    if (changes.length > 0 || !isReadable) return "changed";
    const isUnsigned = errors.length > 0 || head.signatures.length === 0;
    return isUnsigned ? "unsigned" : "sealed";
  };
  return {
    standing: standing(),
    last: head === null ? null : lastSeal(head, signed),
    receipts: verified?.receipts.length ?? 0,
    changes,
    findings: findings.slice(0, maxFindings),
    proposal,
    rule: verified?.signing.rule ?? null,
    problem: null,
  };
}

function lastSeal(receipt: Receipt, signed: readonly string[]): LastSeal {
  const { id, sealedAt, root, algorithm, chaining, coverage, receipt_chain } = receipt;
  const nodes = [...new Set(receipt_chain.nodes)];
  return {
    id,
    sealedAt,
    root,
    algorithm,
    chaining,
    coverage,
    quorum: receipt_chain.quorum,
    signed,
    missing: nodes.filter((node) => !signed.includes(node)),
  };
}

/** Returns the seal of a policy with unreadable receipts or an unreadable proposal. */
export function unreadableSeal(problem: string, readable = unsealed): SealState {
  return { ...readable, standing: "broken", problem };
}
