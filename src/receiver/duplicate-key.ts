import { hash } from "node:crypto";
import type { NewDelivery } from "../model/delivery.ts";
import { fieldsOf, nameIn, partOf } from "../model/payload-read.ts";

/** Window in which the same content counts as the same message; later it may have happened again. */
const sameContentWithinMs = 10 * 60_000;

/** Duplicate key of a row. */
export type DuplicateKey = Pick<NewDelivery, "dedupeKey" | "dedupeWithinMs">;

type Fields = ReturnType<typeof fieldsOf>;

/** Key of a delivery that cannot be a duplicate. */
export const noKey: DuplicateKey = { dedupeKey: null, dedupeWithinMs: null };

/**
 * Computes the key by which deliveries on a route are the same message. With a `webhook-id` header (the same on every attempt,
 * https://www.standardwebhooks.com) it is that id, without time limit. The Hub sends none: then it is the content, for ten minutes: webhook, event,
 * and everything an event can change: the repo's name, privacy, head, moved refs, configuration and new location,
 * a discussion's title, status, pin and base, a comment's text and visibility. Other attributes (tags,
 * author, URLs) and undocumented fields do not count. A payload without any of these has no key.
 *
 * A change that is reverted and made again within the window counts as a duplicate: the Hub sends neither a time nor an id that
 * distinguishes the two.
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
  // 128 bits are enough, and the key is stored with each row.
  const digest = hash("sha256", JSON.stringify(content), "base64url").slice(0, 22);
  return { dedupeKey: `content:${digest}`, dedupeWithinMs: sameContentWithinMs };
}

/** Returns an own boolean property. */
function flagIn(fields: Fields, key: string): boolean | null {
  const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
  return typeof value === "boolean" ? value : null;
}

/** Returns all scalar settings, known or not; nested ones are unbounded and skipped. */
function settings(config: Fields): (string | number | boolean)[] {
  return Object.entries(config).flatMap(([name, value]) =>
    typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? [name, value] : [],
  );
}

/** Returns strings only: other values can be nested without bound. */
function movedRefs(refs: unknown): (string | null)[] {
  if (!Array.isArray(refs)) return [];
  return refs.flatMap((each) => {
    const ref = fieldsOf(each);
    return [nameIn(ref, "ref"), nameIn(ref, "oldSha"), nameIn(ref, "newSha")];
  });
}
