import type { WebhookPayload } from "hooklens";

type Repo = WebhookPayload["repo"];

/** Where the Hub's API has a repo: `/api/datasets/me/corpus`. */
export function repoApi({ type, name }: Pick<Repo, "type" | "name">): string {
  return `/api/${type}s/${name}`;
}

/** Where the Hub has a file of a repo, as it is. */
export function repoFile(
  { type, name }: Pick<Repo, "type" | "name">,
  revision: string,
  file: string,
): string {
  return `${type === "model" ? "" : `/${type}s`}/${name}/resolve/${revision}/${file}`;
}

/**
 * The commit that main is at since this event; null where the event is about something else, or main is gone.
 */
export function newHead({ event, repo, updatedRefs }: WebhookPayload): string | null {
  // The Hub may come to narrow its scopes: one that begins with a known one counts as that.
  if (event.action !== "update" || !/^repo\.content\b/.test(event.scope)) return null;
  if (!updatedRefs) return repo.headSha ?? null;
  return updatedRefs.find(({ ref }) => ref === "refs/heads/main")?.newSha ?? null;
}
