import { isAtLeast, parseQuorum } from "../fields/quorum.ts";
import type { ReceiptSignature } from "./receipt.ts";

/** Quorum and nodes, as a `receipt_chain` states them. */
export interface SigningRule {
  readonly quorum: string;
  readonly nodes: readonly string[];
}

/** Requirements of a chain for its next receipt. */
export interface SigningState {
  /**
   * Rule in force: its quorum must sign the next receipt, even one with another rule; null before the first receipt.
   */
  readonly rule: SigningRule | null;
  /** True after the first signed receipt: all later ones must be signed. */
  readonly hasBegun: boolean;
}

/** State before the first receipt, which states its own rule. */
export const beforeFirstReceipt: SigningState = { rule: null, hasBegun: false };

/** Signatures that count towards a quorum. */
export interface QuorumCount {
  /** `2-of-3`. */
  readonly quorum: string;
  /** Nodes that signed, each with a key of its own. */
  readonly signed: readonly string[];
  /** Other nodes. */
  readonly missing: readonly string[];
}

type CountedSignature = Pick<ReceiptSignature, "node" | "key">;

/** Counts the signatures of the nodes of a rule: distinct keys, not names. */
export function countQuorum(
  { quorum, nodes }: SigningRule,
  signatures: readonly CountedSignature[],
): QuorumCount {
  const ofNodes = signatures.filter(({ node }) => isNode(node, nodes));
  const signed = ofNodes
    .filter(({ key }, index) => ofNodes.findIndex((other) => other.key === key) === index)
    .map(({ node }) => node);
  const names = new Set(nodes.map((node) => node.normalize("NFC")));
  return { quorum, signed, missing: [...names].filter((node) => !signed.includes(node)) };
}

/** Signatures that count toward the quorum of a receipt, and toward the quorum in force before it. */
export interface QuorumCounts extends QuorumCount {
  /** Null if the receipt does not change the rule in force. */
  readonly previous: QuorumCount | null;
}

/** Counts signatures of a receipt with its own rule. */
export function countQuorums(
  own: SigningRule,
  { rule }: Pick<SigningState, "rule">,
  signatures: readonly CountedSignature[],
): QuorumCounts {
  const previous = rule === null || isSameRule(own, rule) ? null : countQuorum(rule, signatures);
  return { ...countQuorum(own, signatures), previous };
}

/** Returns true if the counted signatures make the receipt valid. */
export function isComplete(counts: QuorumCounts): boolean {
  return isReached(counts) && (counts.previous === null || isReached(counts.previous));
}

/** Returns the counts with the signature of one more node. */
export function withSigner({ previous, ...own }: QuorumCounts, node: string): QuorumCounts {
  return { ...signedBy(own, node), previous: previous === null ? null : signedBy(previous, node) };
}

function signedBy({ quorum, signed, missing }: QuorumCount, node: string): QuorumCount {
  if (!missing.includes(node)) return { quorum, signed, missing };
  return { quorum, signed: [...signed, node], missing: missing.filter((name) => name !== node) };
}

/** Returns true if enough nodes signed for the quorum. A quorum of 0 is never reached. */
export function isReached({ quorum, signed }: Pick<QuorumCount, "quorum" | "signed">): boolean {
  return !isZero(quorum) && isAtLeast(String(signed.length), parseQuorum(quorum).needed);
}

/** Returns true if no node needs to sign. */
export function isZero(quorum: string): boolean {
  return isAtLeast("0", parseQuorum(quorum).needed);
}

/** Returns true if two rules need as many signatures of the same nodes. */
export function isSameRule(one: SigningRule, other: SigningRule): boolean {
  return isSameNeed(one, other) && isSameNodes(one, other);
}

/** Describes the changes of a rule: `the quorum to 1-of-2 and the nodes`. */
export function changedRule(from: SigningRule, to: SigningRule): string {
  const changes = [
    ...(isSameNeed(from, to) ? [] : [`the quorum to ${to.quorum}`]),
    ...(isSameNodes(from, to) ? [] : ["the nodes"]),
  ];
  return changes.join(" and ");
}

function isSameNeed(one: SigningRule, other: SigningRule): boolean {
  return parseQuorum(one.quorum).needed === parseQuorum(other.quorum).needed;
}

function isSameNodes(one: SigningRule, other: SigningRule): boolean {
  return (
    one.nodes.every((node) => isNode(node, other.nodes)) &&
    other.nodes.every((node) => isNode(node, one.nodes))
  );
}

/** Returns the nodes that may sign a receipt: its own and those in force before it. */
export function signingNodes(own: SigningRule, { rule }: Pick<SigningState, "rule">): readonly string[] {
  return [...new Set([...own.nodes, ...(rule?.nodes ?? [])].map((node) => node.normalize("NFC")))];
}

/** Returns true if a name is one of the nodes; names are compared in NFC. */
export function isNode(name: string, nodes: readonly string[]): boolean {
  return nodes.some((node) => node.normalize("NFC") === name.normalize("NFC"));
}
