import { domainOf, type EventName } from "../../model/event.ts";
import { repoPart, type RepoNow } from "./repo-part.ts";

/** A payload without its `webhook` part, which differs with the webhook it is sent to. */
export type EventPayload = Readonly<Record<string, unknown>>;

/**
 * The payload (version 3) of an event (https://huggingface.co/docs/hub/webhooks, "Webhook Payloads"). Where the scope is about the repo
 * itself, it says where main is.
 * @param parts further parts of the scope: `updatedRefs`, `movedTo`, `discussion` …
 */
export function eventPayload(
  endpoint: string,
  { scope, action }: EventName,
  repo: RepoNow,
  parts: EventPayload,
): EventPayload & { readonly event: EventName; readonly repo: EventPayload } {
  const headSha = domainOf(scope) === "repo" && repo.headSha !== null ? { headSha: repo.headSha } : {};
  return { event: { action, scope }, repo: { ...repoPart(endpoint, repo), ...headSha }, ...parts };
}
