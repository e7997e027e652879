import { domainOf, type EventName } from "../../model/event.ts";
import { repoPart, type KnownRepo, type RepoRef } from "./repo-part.ts";
import type { EventPayload } from "./synthetic-payload.ts";

/** A repo as it is when something happens to it. */
export interface RepoNow extends RepoRef, KnownRepo {
  /** Of main; null: it has no commit. */
  readonly headSha: string | null;
}

/**
 * The payload (version 3) of an event that happened.
 * @param parts what its scope has besides: `updatedRefs`, `movedTo`, `discussion` …
 */
export function repoEventPayload(
  endpoint: string,
  { scope, action }: EventName,
  repo: RepoNow,
  parts: EventPayload,
): EventPayload {
  const headSha = domainOf(scope) === "repo" && repo.headSha !== null ? { headSha: repo.headSha } : {};
  return {
    event: { action, scope },
    repo: { ...repoPart(endpoint, repo, repo), ...headSha },
    ...parts,
  };
}
