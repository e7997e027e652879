import { fieldsOf } from "./payload-fields.ts";
import { type WatchedItem, formatWatchedItem } from "./watched-item.ts";

/** Branch of a repo that the policies of a directory come from. */
export interface UpstreamBranch {
  readonly repo: WatchedItem;
  readonly branch: string;
}

/** Formats a branch: `dataset:me/policies main`. */
export function upstreamText({ repo, branch }: UpstreamBranch): string {
  return `${formatWatchedItem(repo)} ${branch}`;
}

/** Returns the commit that a payload moves a branch to; null if it deletes the branch; undefined for neither. */
export function movedTo(payload: unknown, branch: string): string | null | undefined {
  const { updatedRefs: refs } = fieldsOf(payload);
  if (!Array.isArray(refs)) return undefined;
  const update = refs.map(fieldsOf).findLast(({ ref }) => ref === `refs/heads/${branch}`);
  if (update === undefined) return undefined;
  const { newSha: sha = null } = update;
  if (sha === null) return null;
  return typeof sha === "string" && /^[0-9a-f]{40,64}$/i.test(sha) ? sha : undefined;
}
