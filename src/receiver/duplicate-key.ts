import { hash } from "node:crypto";
import type { NewDelivery } from "../model/delivery.ts";
import { fieldsOf, nameIn, partOf } from "../model/payload-read.ts";

/** So long after a delivery the same content is taken for the same message; later it may well have happened again. */
const sameContentWithinMs = 10 * 60_000;

/** As a row has it. */
export type DuplicateKey = Pick<NewDelivery, "dedupeKey" | "dedupeWithinMs">;

/** For a delivery that is no duplicate of anything. */
export const noKey: DuplicateKey = { dedupeKey: null, dedupeWithinMs: null };

/**
 * What a delivery is the same message by as another on its route: the `webhook-id` of a sender that has one (the same on every attempt, as
 * https://www.standardwebhooks.com says), for ever; the real Hub sends none, so otherwise the content, for ten minutes: webhook,
 * event, repo, its head and moved refs, discussion and its status, comment and its text. A payload with nothing of that is like no other.
 * @param messageId the value of the header, or null
 * @param payload any JSON value
 */
export function duplicateKey(messageId: string | null, payload: unknown): DuplicateKey {
  if (messageId !== null) return { dedupeKey: `id:${messageId}`, dedupeWithinMs: null };
  const fields = fieldsOf(payload);
  const event = partOf(fields, "event");
  const repo = partOf(fields, "repo");
  const discussion = partOf(fields, "discussion");
  const comment = partOf(fields, "comment");
  const content = [
    nameIn(partOf(fields, "webhook"), "id"),
    nameIn(event, "scope"),
    nameIn(event, "action"),
    nameIn(repo, "id"),
    nameIn(repo, "headSha"),
    nameIn(discussion, "id"),
    nameIn(discussion, "status"),
    nameIn(comment, "id"),
    nameIn(comment, "content"),
    ...movedRefs(fields["updatedRefs"]),
  ];
  if (content.every((part) => part === null)) return noKey;
  // 128 of its bits: more than enough to tell messages apart, and it is kept with each row.
  const digest = hash("sha256", JSON.stringify(content), "base64url").slice(0, 22);
  return { dedupeKey: `content:${digest}`, dedupeWithinMs: sameContentWithinMs };
}

/** Texts only: what else a sender may put there can be nested without end. */
function movedRefs(refs: unknown): (string | null)[] {
  if (!Array.isArray(refs)) return [];
  return refs.flatMap((each) => {
    const ref = fieldsOf(each);
    return [nameIn(ref, "ref"), nameIn(ref, "oldSha"), nameIn(ref, "newSha")];
  });
}
