import type { WebhookPayload } from "hooklens";

type Repo = WebhookPayload["repo"];

/** Returns the path of a repo in the Hub's API: `/api/datasets/me/corpus`. */
export function repoApi({ type, name }: Pick<Repo, "type" | "name">): string {
  return `/api/${type}s/${name}`;
}

/** Returns the path of the unchanged content of a file: `/datasets/me/corpus/resolve/main/README.md`. */
export function repoFile(
  { type, name }: Pick<Repo, "type" | "name">,
  revision: string,
  file: string,
): string {
  return `${type === "model" ? "" : `/${type}s`}/${name}/resolve/${revision}/${file}`;
}

/**
 * Returns the new commit of main; null if the event is not a content update, or main is unchanged or deleted.
 */
export function newHead({ event, repo, updatedRefs }: WebhookPayload): string | null {
  // A scope that begins with a known one counts as that one: the Hub may add narrower scopes.
  if (event.action !== "update" || !/^repo\.content\b/.test(event.scope)) return null;
  if (!updatedRefs) return repo.headSha ?? null;
  return updatedRefs.find(({ ref }) => ref === "refs/heads/main")?.newSha ?? null;
}
