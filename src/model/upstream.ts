import { fieldsOf } from "./payload-fields.ts";
import { type WatchedItem, formatWatchedItem } from "./watched-item.ts";

/** Upstream branch of the policies in a directory. */
export interface UpstreamBranch {
  readonly repo: WatchedItem;
  readonly branch: string;
}

/** Formats a branch: `dataset:me/policies main`. */
export function upstreamText({ repo, branch }: UpstreamBranch): string {
  return `${formatWatchedItem(repo)} ${branch}`;
}

/** Returns the commit to which a payload moves a branch; null if the branch is deleted; undefined otherwise. */
export function movedTo(payload: unknown, branch: string): string | null | undefined {
  const { updatedRefs: refs } = fieldsOf(payload);
  if (!Array.isArray(refs)) return undefined;
  const update = refs.map(fieldsOf).findLast(({ ref }) => ref === `refs/heads/${branch}`);
  if (update === undefined) return undefined;
  const { newSha: sha = null } = update;
  if (sha === null) return null;
  return typeof sha === "string" && /^[0-9a-f]{40,64}$/i.test(sha) ? sha : undefined;
}
