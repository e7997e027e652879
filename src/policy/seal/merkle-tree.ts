import { type Hash, hashBytes, purposes } from "./hash.ts";

/** Returns the hash of a leaf's data: `HASH(0x00 || data)` (RFC 6962, section 2.1). */
export function leafHash(hash: Hash, data: string | Uint8Array): string {
  return hash(purposes.leaf, data);
}

function nodeHash(hash: Hash, left: string, right: string): string {
  return hash(purposes.node, hashBytes(left), hashBytes(right));
}

/** Returns the largest power of two below `count`, which must be at least 2. */
function split(count: number): number {
  let half = 1;
  while (half * 2 < count) half *= 2;
  return half;
}

/** Returns the root of leaf hashes in order; without leaves, the hash of no bytes (RFC 6962, section 2.1). */
export function treeRoot(hash: Hash, leaves: readonly string[]): string {
  const [first] = leaves;
  if (first === undefined) return hash();
  if (leaves.length === 1) return first;
  const half = split(leaves.length);
  return nodeHash(hash, treeRoot(hash, leaves.slice(0, half)), treeRoot(hash, leaves.slice(half)));
}

/**
 * Returns the sibling hashes on the path from a leaf to the root, nearest first (RFC 6962, section 2.1.1).
 */
export function inclusionPath(hash: Hash, leaves: readonly string[], index: number): readonly string[] {
  if (leaves.length <= 1) return [];
  const half = split(leaves.length);
  const [left, right] = [leaves.slice(0, half), leaves.slice(half)];
  return index < half
    ? [...inclusionPath(hash, left, index), treeRoot(hash, right)]
    : [...inclusionPath(hash, right, index - half), treeRoot(hash, left)];
}

/**
 * Returns the root of a leaf and its path; null if the length of the path does not fit the leaf's index and
 * the size of the tree (RFC 9162, section 2.1.3.2).
 */
export function rootFromPath(
  hash: Hash,
  leaf: string,
  { index, size, path }: { readonly index: number; readonly size: number; readonly path: readonly string[] },
): string | null {
  if (index >= size) return null;
  let [first, last] = [index, size - 1];
  let root = leaf;
  for (const sibling of path) {
    if (last === 0) return null;
    if (first % 2 === 1 || first === last) {
      root = nodeHash(hash, sibling, root);
      while (first % 2 === 0 && first !== 0) [first, last] = [first / 2, Math.floor(last / 2)];
    } else {
      root = nodeHash(hash, root, sibling);
    }
    [first, last] = [Math.floor(first / 2), Math.floor(last / 2)];
  }
  return last === 0 ? root : null;
}
