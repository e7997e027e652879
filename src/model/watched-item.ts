import { nearest } from "../text/nearest.ts";
import { UsageError } from "./errors.ts";

/**
 * Watched item types that the Hub supports. Remote hubs may have newer types; only the local hub rejects others.
 */
export const knownWatchedTypes = ["dataset", "model", "space", "user", "org", "bucket", "kernel"] as const;

/** Types of repos that every hub lists. */
export const listedTypes = ["dataset", "model", "space"] as const;
export type ListedType = (typeof listedTypes)[number];

/** Watched item of a webhook: one repo (`dataset:me/corpus`) or all repos of an owner (`org:acme`). */
export interface WatchedItem {
  readonly type: string;
  readonly name: string;
}

/** Formats an item as `type:name`. */
export function formatWatchedItem(item: WatchedItem): string {
  return `${item.type}:${item.name}`;
}

/**
 * Creates the error for a type outside `knownWatchedTypes`, with the nearest type as its hint. Returns null for a
 * known type.
 */
export function unknownType(type: string): UsageError | null {
  if (knownWatchedTypes.some((known) => known === type)) return null;
  const near = nearest(type, knownWatchedTypes);
  return new UsageError({
    what: `"${type}" is not a type the Hub knows`,
    hint: near === null ? `Use one of ${knownWatchedTypes.join(", ")}` : `Perhaps you mean ${near}`,
  });
}

/**
 * Parses `type:name`. Names of users and orgs have no slash, names of datasets, models and spaces exactly one, others
 * at most one. Types are converted to lowercase; unknown ones are accepted.
 * @throws {UsageError} with an example in the hint
 */
export function parseWatchedItem(text: string): WatchedItem {
  const colon = text.indexOf(":");
  const type = text.slice(0, Math.max(colon, 0)).trim().toLowerCase();
  const name = text.slice(colon + 1).trim();
  if (colon < 1 || name === "") {
    throw new UsageError({
      what: `"${text}" needs a ${colon < 1 ? "type" : "name"}`,
      hint: `Write type:name, for example dataset:${name.includes("/") ? name : "me/corpus"} or org:acme`,
    });
  }
  if (/[\s,/\p{C}]/u.test(type)) {
    throw new UsageError({
      what: `"${text}" is not a watched item`,
      why: "the text before the colon is not a type",
      hint: `Write type:name, where the type is ${knownWatchedTypes.join(", ")} or a newer one`,
    });
  }
  const slashes = name.split("/").length - 1;
  const isOwner = type === "user" || type === "org";
  if (/[\s,\p{C}]/u.test(name) || name.startsWith("/") || name.endsWith("/") || slashes > 1) {
    throw new UsageError({
      what: `"${text}" is not a watched item`,
      why: "the name is not owner or owner/name",
      hint: "Write type:name, for example dataset:me/corpus",
    });
  }
  if (isOwner && slashes > 0) {
    throw new UsageError({
      what: `"${text}" is not a watched item`,
      why: `${type === "org" ? "an org" : "a user"} has no slash`,
      hint: `Write ${type}:${name.split("/")[0]}, or dataset:${name} for one repo`,
    });
  }
  if ((type === "dataset" || type === "model" || type === "space") && slashes === 0) {
    throw new UsageError({
      what: `"${text}" is not a watched item`,
      why: `a ${type} has an owner and a name`,
      hint: `Write ${type}:owner/${name}`,
    });
  }
  return { type, name };
}

/**
 * Parses `type:owner/name` of one repo.
 * @throws {UsageError} with an example in the hint
 */
export function parseRepo(text: string): WatchedItem {
  const hint = "Write type:owner/name, for example dataset:me/corpus";
  let item: WatchedItem;
  try {
    item = parseWatchedItem(text);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError({ what: error.what, why: error.why, hint });
  }
  if (item.name.includes("/")) return item;
  throw new UsageError({ what: `"${text}" is not a repo`, why: "events happen in one repo", hint });
}
