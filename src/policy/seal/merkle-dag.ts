import type { Clause } from "../policy.ts";
import { canonicalJson } from "./canonical.ts";
import { type Hash, hashBytes, purposes } from "./hash.ts";
import { leafHash } from "./merkle-tree.ts";
import { isClausePart, type Part, partData } from "./parts.ts";

/**
 * Node of the graph. The hash of a leaf is `HASH(0x00 || data)`; the hash of a node with links is `HASH(0x01
 * || own || hash of each linked node)`.
 */
export interface DagNode {
  readonly hash: string;
  /** `HASH(0x00 || data)` of the node's own data; null for a leaf. */
  readonly own: string | null;
  /** Indexes of the linked nodes, all lower than the index of this node, so there is no cycle. */
  readonly links: readonly number[];
}

/**
 * Policy as a graph of hashes in three levels: the document links its parts in order, a clause links its axis
 * mappings, and a mapping or any other part is a leaf. Equal content is one node, which several clauses may
 * link; the last node is the document.
 */
export interface Dag {
  readonly nodes: readonly DagNode[];
  /** Hash of each part, in order. */
  readonly parts: readonly string[];
}

/**
 * Returns the data of the document's own node: the names of its parts, so that no part can replace another.
 */
function documentData(names: readonly string[]): string {
  return canonicalJson({ parts: names });
}

/** Returns the hash of a node with links. */
export function linkedHash(hash: Hash, own: string, links: readonly string[]): string {
  return hash(purposes.node, hashBytes(own), ...links.map(hashBytes));
}

/** Builds the graph of a policy's parts. */
export function buildDag(hash: Hash, parts: readonly Part[]): Dag {
  const nodes: DagNode[] = [];
  const places = new Map<string, number>();
  const add = (node: DagNode): number => {
    const known = places.get(node.hash);
    if (known !== undefined) return known;
    places.set(node.hash, nodes.length);
    return nodes.push(node) - 1;
  };
  const addLeaf = (data: string): number => add({ hash: leafHash(hash, data), own: null, links: [] });
  const addLinked = (data: string, links: readonly number[]): number => {
    const own = leafHash(hash, data);
    const linked = links.map((place) => nodes[place]?.hash ?? "");
    return add({ hash: linkedHash(hash, own, linked), own, links });
  };
  const partPlaces = parts.map((part) => {
    if (!isClausePart(part)) return addLeaf(partData(part));
    const { lambda_axes, ...own } = part.value;
    return addLinked(
      canonicalJson({ clause: own }),
      lambda_axes.map((mapping) => addLeaf(canonicalJson({ mapping }))),
    );
  });
  addLinked(documentData(parts.map(({ name }) => name)), partPlaces);
  return { nodes, parts: partPlaces.map((place) => nodes[place]?.hash ?? "") };
}

/** Returns the hash of a clause's node, to verify a proof without the policy. */
export function clauseNodeHash(hash: Hash, clause: Clause): string {
  const { lambda_axes, ...own } = clause;
  return linkedHash(
    hash,
    leafHash(hash, canonicalJson({ clause: own })),
    lambda_axes.map((mapping) => leafHash(hash, canonicalJson({ mapping }))),
  );
}

/**
 * Returns the root of the graph in a receipt; null if the graph is invalid: a wrong hash of a node with
 * links, a leaf with links, a repeated node, an unlinked node, a forward link, or a last node that is not the
 * document of these parts.
 */
export function dagRoot(
  hash: Hash,
  nodes: readonly DagNode[],
  parts: readonly { readonly part: string; readonly hash: string }[],
): string | null {
  const linked = new Set<number>();
  const seen = new Set<string>();
  for (const [place, node] of nodes.entries()) {
    if (seen.has(node.hash) || node.links.some((link) => link >= place)) return null;
    seen.add(node.hash);
    for (const link of node.links) linked.add(link);
    const links = node.links.map((link) => nodes[link]?.hash ?? "");
    if (node.own === null ? links.length > 0 : linkedHash(hash, node.own, links) !== node.hash) return null;
  }
  const document = nodes.at(-1);
  if (document === undefined || linked.size !== nodes.length - 1) return null;
  const isOfTheseParts =
    document.own === leafHash(hash, documentData(parts.map(({ part }) => part))) &&
    document.links.length === parts.length &&
    document.links.every((link, index) => nodes[link]?.hash === parts[index]?.hash);
  return isOfTheseParts ? document.hash : null;
}
