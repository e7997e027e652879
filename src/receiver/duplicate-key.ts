import { hash } from "node:crypto";
import { type DedupeKey, keyOfEvent, noKey } from "../model/event-key.ts";
import { type Fields, fieldsOf, nameIn, partOf } from "../model/payload-fields.ts";

/**
 * Time within which the same content counts as the same message, in milliseconds. Later, the same change may have
 * happened again.
 */
const sameContentWithinMs = 10 * 60_000;

/**
 * Computes the key that all deliveries of one message on a route share. It is the ID in the `webhook-id`
 * header, which is the same on every attempt (https://www.standardwebhooks.com), without a time limit. The
 * Hub sends none; then the key is a hash of the content, valid for ten minutes: webhook, event, and
 * everything an event can change, which is the repo's name, privacy, head, moved refs, configuration and new
 * location, a discussion's title, status, pin, base and merge commit, and a comment's text and visibility.
 * Other attributes (tags, author, URLs) and undocumented fields do not count. A payload without any of these,
 * or with a number beyond 2^53 among them, has no key.
 *
 * A change that is reverted and made again within the ten minutes counts as a duplicate: the Hub sends
 * neither a time nor an ID that distinguishes the two.
 * @param messageId the value of the header, or null
 * @param payload any JSON value
 */
export function duplicateKey(messageId: string | null, payload: unknown): DedupeKey {
  if (messageId !== null) return keyOfEvent(messageId);
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
  // Parsing has changed its digits: another number may have the same value.
  if (content.some((part) => typeof part === "number" && Math.abs(part) > Number.MAX_SAFE_INTEGER))
    return noKey;
  if (Object.hasOwn(fields, "updatedRefs")) content.push(...movedRefs(fields["updatedRefs"]));
  if (content.every((part) => part === null)) return noKey;
  // The 22 characters hold 132 bits, enough for a key stored in each row.
  const digest = hash("sha256", JSON.stringify(content), "base64url").slice(0, 22);
  return { dedupeKey: `content:${digest}`, dedupeWithinMs: sameContentWithinMs };
}

/** Returns an own boolean property; null if there is none. */
function flagIn(fields: Fields, key: string): boolean | null {
  const value = Object.hasOwn(fields, key) ? fields[key] : undefined;
  return typeof value === "boolean" ? value : null;
}

/** Returns names and values of all scalar settings, known or not. Skips nested ones, which are unbounded. */
function settings(config: Fields): (string | number | boolean)[] {
  return Object.entries(config).flatMap(([name, value]) =>
    typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? [name, value] : [],
  );
}

/**
 * Returns name, old and new commit of each moved ref. Skips values other than strings, which may be nested
 * without bound.
 */
function movedRefs(refs: unknown): (string | null)[] {
  if (!Array.isArray(refs)) return [];
  return refs.flatMap((each) => {
    const ref = fieldsOf(each);
    return [nameIn(ref, "ref"), nameIn(ref, "oldSha"), nameIn(ref, "newSha")];
  });
}
