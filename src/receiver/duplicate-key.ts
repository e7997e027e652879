import { hash } from "node:crypto";
import type { NewDelivery } from "../model/delivery.ts";
import { fieldsOf, nameIn, partOf } from "../model/payload-read.ts";

/** So long after a delivery the same content is taken for the same message; later it may well have happened again. */
const sameContentWithinMs = 10 * 60_000;

/** As a row has it. */
export type DuplicateKey = Pick<NewDelivery, "dedupeKey" | "dedupeWithinMs">;

type Fields = ReturnType<typeof fieldsOf>;

/** For a delivery that is no duplicate of anything. */
export const noKey: DuplicateKey = { dedupeKey: null, dedupeWithinMs: null };

/**
 * What a delivery is the same message by as another on its route: the `webhook-id` of a sender that has one (the same on every attempt, as
 * https://www.standardwebhooks.com says), for ever; the real Hub sends none, so otherwise the content, for ten minutes: webhook, event,
 * and all that an event can change of what the Hub sends: the repo's name, privacy, head, moved refs and configuration, where it moved,
 * a discussion's title, status, pin and base, a comment's text and whether it is hidden. What a repo or a discussion merely is (its tags,
 * author, addresses) and fields the Hub does not document do not count. A payload with nothing of that is like no other.
 *
 * What is changed, changed back and changed again says the third time what it said the first: the Hub sends neither a time nor an id that
 * would tell that from the first sent twice.
 * @param messageId the value of the header, or null
 * @param payload any JSON value
 */
export function duplicateKey(messageId: string | null, payload: unknown): DuplicateKey {
  if (messageId !== null) return { dedupeKey: `id:${messageId}`, dedupeWithinMs: null };
  const fields = fieldsOf(payload);
  const event = partOf(fields, "event");
  const repo = partOf(fields, "repo");
  const discussion = partOf(fields, "discussion");
  const changes = partOf(discussion, "changes");
  const comment = partOf(fields, "comment");
  const movedTo = partOf(fields, "movedTo");
  const content: (string | number | boolean | null)[] = [
    nameIn(partOf(fields, "webhook"), "id"),
    nameIn(event, "scope"),
    nameIn(event, "action"),
    nameIn(repo, "id"),
    nameIn(repo, "name"),
    flagIn(repo, "private"),
    nameIn(repo, "headSha"),
    nameIn(discussion, "id"),
    nameIn(discussion, "title"),
    nameIn(discussion, "status"),
    flagIn(discussion, "pinned"),
    nameIn(changes, "base"),
    nameIn(changes, "mergeCommitId"),
    nameIn(comment, "id"),
    nameIn(comment, "content"),
    flagIn(comment, "hidden"),
    nameIn(movedTo, "name"),
    nameIn(partOf(movedTo, "owner"), "id"),
  ];
  if (Object.hasOwn(fields, "updatedConfig")) content.push(...settings(partOf(fields, "updatedConfig")));
  if (Object.hasOwn(fields, "updatedRefs")) content.push(...movedRefs(fields["updatedRefs"]));
  if (content.every((part) => part === null)) return noKey;
  // 128 of its bits: more than enough to tell messages apart, and it is kept with each row.
  const digest = hash("sha256", JSON.stringify(content), "base64url").slice(0, 22);
  return { dedupeKey: `content:${digest}`, dedupeWithinMs: sameContentWithinMs };
}

/** An own property that is true or false. */
function flagIn(fields: Fields, key: string): boolean | null {
  const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
  return typeof value === "boolean" ? value : null;
}

/** All of them, for the Hub may add to what can be configured, but none that is nested: that can be without end. */
function settings(config: Fields): (string | number | boolean)[] {
  return Object.entries(config).flatMap(([name, value]) =>
    typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? [name, value] : [],
  );
}

/** Texts only: what else a sender may put there can be nested without end. */
function movedRefs(refs: unknown): (string | null)[] {
  if (!Array.isArray(refs)) return [];
  return refs.flatMap((each) => {
    const ref = fieldsOf(each);
    return [nameIn(ref, "ref"), nameIn(ref, "oldSha"), nameIn(ref, "newSha")];
  });
}
