import type { Chaining } from "../policy.ts";
import { type Hash, hashBytes, purposes } from "./hash.ts";
import { type DagNode, buildDag, dagRoot } from "./merkle-dag.ts";
import { leafHash, treeRoot } from "./merkle-tree.ts";
import { type Part, partData } from "./parts.ts";

/** Part of a policy with its hash: that of its data or, if the chaining is merkle_dag, that of its node. */
export interface Leaf {
  readonly part: string;
  readonly hash: string;
}

/** Hashes of a policy's content in a receipt. */
export interface Commitment {
  /** Leaves in the order of `policyParts`. */
  readonly leaves: readonly Leaf[];
  /** Graph of a merkle_dag; null for the other chainings. */
  readonly nodes: readonly DagNode[] | null;
  readonly root: string;
}

/** Hashes the parts of a policy and computes their root. */
export function commit(parts: readonly Part[], chaining: Chaining, hash: Hash): Commitment {
  if (chaining === "merkle_dag") {
    const dag = buildDag(hash, parts);
    const leaves = parts.map(({ name }, index) => ({ part: name, hash: dag.parts[index] ?? "" }));
    return { leaves, nodes: dag.nodes, root: dag.nodes.at(-1)?.hash ?? "" };
  }
  const leaves = parts.map((part) => ({ part: part.name, hash: leafHash(hash, partData(part)) }));
  return { leaves, nodes: null, root: rootOf({ leaves, nodes: null }, chaining, hash) ?? "" };
}

/**
 * Returns the root of leaves and nodes; null if the nodes do not fit the chaining or their graph is invalid.
 */
export function rootOf(
  { leaves, nodes }: Pick<Commitment, "leaves" | "nodes">,
  chaining: Chaining,
  hash: Hash,
): string | null {
  const hashes = leaves.map((leaf) => leaf.hash);
  switch (chaining) {
    case "merkle_dag":
      return nodes === null ? null : dagRoot(hash, nodes, leaves);
    case "merkle_tree":
      return nodes === null ? treeRoot(hash, hashes) : null;
    case "hash_chain":
      return nodes === null ? chainRoot(hash, hashes) : null;
  }
}

/**
 * Returns the last link of a hash chain that continues from `before`. Each link is `HASH(0x02 || previous
 * link || leaf)`; the first one has no previous link. Returns `before`, or the hash of no bytes, without
 * leaves.
 */
export function chainRoot(hash: Hash, leaves: readonly string[], before: string | null = null): string {
  let link = before;
  for (const leaf of leaves) {
    link = hash(purposes.link, hashBytes(link ?? ""), hashBytes(leaf));
  }
  return link ?? hash();
}

/**
 * Returns the path from a leaf to the end of the chain: the preceding link, null for the first leaf, and the
 * following leaves.
 */
export function chainPath(
  hash: Hash,
  leaves: readonly string[],
  index: number,
): { readonly before: string | null; readonly after: readonly string[] } {
  return {
    before: index === 0 ? null : chainRoot(hash, leaves.slice(0, index)),
    after: leaves.slice(index + 1),
  };
}
