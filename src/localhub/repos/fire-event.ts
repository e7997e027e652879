import type { EventName } from "../../model/event.ts";
import type { EventTarget } from "../../store/webhook-registry.ts";
import { eventPayload, type EventPayload, type RepoNow } from "../events/event-payload.ts";
import { mainRef, resolveRevision } from "../git/refs.ts";
import { readTags } from "./repo-card.ts";
import type { Repo } from "./repo.ts";

/**
 * Makes an event happen: its payload is built from the repo as it is now, and its dispatches are on disk when this resolves.
 * @param endpoint of the hub, as who caused it reached it
 * @param parts what its scope has besides `event` and `repo`
 */
export type FireEvent = (
  endpoint: string,
  repo: Repo,
  event: EventName,
  parts?: EventPayload,
) => Promise<void>;

/** Fires an event; resolves when its dispatches are on disk. */
export type AcceptEvent = (event: EventTarget, payload: EventPayload) => Promise<unknown>;

export function createFireEvent(accept: AcceptEvent): FireEvent {
  return async (endpoint, repo, { scope, action }, parts = {}) => {
    const payload = eventPayload(endpoint, { scope, action }, await repoNow(repo), parts);
    await accept({ scope, action, repo: { type: repo.type, name: repo.name } }, payload);
  };
}

/** A repo with what its main branch says. */
export async function repoNow(repo: Repo): Promise<RepoNow> {
  const headSha = await resolveRevision(repo.gitDir, mainRef);
  const tags = headSha === null ? [] : await readTags(repo.gitDir, headSha);
  return { type: repo.type, name: repo.name, id: repo.id, private: repo.private, headSha, tags };
}
