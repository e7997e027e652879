import type { EventName } from "../../model/event.ts";
import type { EventTarget } from "../../store/webhook-registry.ts";
import { eventPayload, type EventPayload, type RepoNow } from "../events/event-payload.ts";
import { mainRef, resolveRevision } from "../git/refs.ts";
import { readTags } from "./repo-card.ts";
import type { Repo } from "./repo.ts";

/**
 * Fires an event with a payload of the repo's current state. Resolves when its dispatches are on disk.
 * @param endpoint address of the hub as the client reached it
 * @param parts fields of the scope besides `event` and `repo`
 */
export type FireEvent = (
  endpoint: string,
  repo: Repo,
  event: EventName,
  parts?: EventPayload,
) => Promise<void>;

/** Accepts an event and its payload. Resolves when its dispatches are on disk. */
export type AcceptEvent = (event: EventTarget, payload: EventPayload) => Promise<unknown>;

export function createFireEvent(accept: AcceptEvent): FireEvent {
  return async (endpoint, repo, { scope, action }, parts = {}) => {
    const payload = eventPayload(endpoint, { scope, action }, await repoNow(repo), parts);
    await accept({ scope, action, repo: { type: repo.type, name: repo.name } }, payload);
  };
}

/** Returns the state of a repo, with the head of main and the tags of its README. */
export async function repoNow(repo: Repo): Promise<RepoNow> {
  const headSha = await resolveRevision(repo.gitDir, mainRef);
  const tags = headSha === null ? [] : await readTags(repo.gitDir, headSha);
  return { type: repo.type, name: repo.name, id: repo.id, private: repo.private, headSha, tags };
}
