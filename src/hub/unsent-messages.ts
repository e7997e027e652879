import type { Dispatch, DispatchState } from "../model/dispatch.ts";
import type { HubClient } from "./client.ts";
import { NotLocalHubError, WebhookNotFoundError } from "./errors.ts";

/** Message that a hub sent: the IDs of its webhook and of the message. */
export interface SentMessage {
  readonly webhookId: string | null;
  readonly eventId: string | null;
}

/** Maximum characters of the IDs in one question; the hub takes 8,000. */
const maxCharacters = 7_000;

const final = new Set<DispatchState>(["sent", "dead", "over-quota"]);

/** Counts the messages that a local hub will send again; 0 for another hub, which does not tell. */
export async function countUnsent(
  hub: Pick<HubClient, "activity">,
  messages: readonly SentMessage[],
): Promise<number> {
  const dispatches = await dispatchesOf(hub, messages);
  return dispatches.filter(({ state }) => !final.has(state)).length;
}

/** Returns the dispatches of messages; none on a hub that is not local, or of a deleted webhook. */
export async function dispatchesOf(
  hub: Pick<HubClient, "activity">,
  messages: readonly SentMessage[],
): Promise<readonly Dispatch[]> {
  const named = messages.flatMap(({ webhookId, eventId }) =>
    // A comma separates IDs in the question; no ID of a local hub has one.
    webhookId === null || eventId === null || eventId.includes(",") ? [] : [{ webhookId, eventId }],
  );
  const found: Dispatch[] = [];
  try {
    for (const [webhookId, of] of Map.groupBy(named, (message) => message.webhookId)) {
      for (const messageIds of inParts(new Set(of.map(({ eventId }) => eventId)))) {
        const { dispatches } = await hub.activity(webhookId, { limit: maxDispatches, messageIds });
        found.push(...dispatches);
      }
    }
  } catch (error) {
    if (!(error instanceof NotLocalHubError || error instanceof WebhookNotFoundError)) throw error;
  }
  return found;
}

/** Maximum number of dispatches of one answer. */
const maxDispatches = 200;

/** Splits IDs into parts that fit into one question. */
function inParts(ids: ReadonlySet<string>): readonly (readonly string[])[] {
  const parts: string[][] = [];
  let characters = Number.POSITIVE_INFINITY;
  for (const id of ids) {
    if (id.length > maxCharacters) continue;
    characters += id.length + 1;
    if (characters > maxCharacters) {
      parts.push([]);
      characters = id.length;
    }
    parts.at(-1)?.push(id);
  }
  return parts;
}
