import { type Hash, hashBytes, purposes } from "./hash.ts";

/** The end of a chain in which each leaf's hash covers the one before: `HASH(0x02 || link before || leaf)`. */
export function chainRoot(hash: Hash, leaves: readonly string[], before: string | null = null): string {
  let link = before;
  for (const leaf of leaves) {
    link = hash(purposes.link, hashBytes(link ?? ""), hashBytes(leaf));
  }
  return link ?? hash();
}

/** What leads from one leaf to the end of the chain: the link before it, if it is not the first, and the leaves behind it. */
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
