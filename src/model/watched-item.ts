import { nearest } from "../text/nearest.ts";
import { UsageError } from "./errors.ts";

/** The types the Hub takes today. A real hub may know newer ones, so only the local hub refuses others. */
export const knownWatchedTypes = ["dataset", "model", "space", "user", "org", "bucket", "kernel"] as const;

/** What a webhook watches: one repo (`dataset:me/corpus`) or everything an owner has (`org:acme`). */
export interface WatchedItem {
  readonly type: string;
  readonly name: string;
}

/** `{type, name}` as `type:name`. */
export function formatWatchedItem(item: WatchedItem): string {
  return `${item.type}:${item.name}`;
}

/** What is wrong with a type that is not one of `knownWatchedTypes`, with the nearest of them; null for those. */
export function unknownType(type: string): UsageError | null {
  if (knownWatchedTypes.some((known) => known === type)) return null;
  const near = nearest(type, knownWatchedTypes);
  return new UsageError({
    what: `"${type}" is not a type the Hub knows`,
    hint: near === null ? `The types are ${knownWatchedTypes.join(", ")}` : `Perhaps you mean ${near}`,
  });
}

/**
 * Reads `type:name`. An owner's name has no slash, a repo's exactly one; a type we do not know is taken as it is, in small letters.
 * @throws {UsageError} with a hint that shows the right form
 */
export function parseWatchedItem(text: string): WatchedItem {
  const colon = text.indexOf(":");
  const type = text.slice(0, Math.max(colon, 0)).trim().toLowerCase();
  const name = text.slice(colon + 1).trim();
  if (colon < 1 || name === "") {
    throw new UsageError({
      what: `"${text}" is not a watched item`,
      why: colon === -1 ? "there is no colon" : colon === 0 ? "there is no type" : "there is no name",
      hint: `Write type:name, for example ${text.includes("/") ? `dataset:${name.replace(/^:/, "") || "me/corpus"}` : `org:${name || "acme"}`}`,
    });
  }
  if (/[\s,/\p{C}]/u.test(type)) {
    throw new UsageError({
      what: `"${text}" is not a watched item`,
      why: "what stands before the colon is no type",
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
