import { redactUrl } from "../text/credential-names.ts";
import { UsageError } from "./errors.ts";

export { isLoopback, plainHost } from "../text/loopback.ts";

/** Prefix of the receiver's routes. */
export const routePrefix = "/webhooks/";

/** Default port of the receiver, unless the last run used another one. */
export const defaultReceiverPort = 7860;

/** Default route of a receiver without handlers and `--route`. */
export const defaultRoute = "inbox";

/**
 * Returns the path of a route: `/webhooks/inbox`, each segment percent-encoded. Lone surrogates become
 * U+FFFD.
 */
export function routePath(route: string): string {
  return routePrefix + route.toWellFormed().split("/").map(encodeURIComponent).join("/");
}

/** Returns the reason why a name is not valid for a route, or null. */
export function routeFault(route: string): string | null {
  const segments = route.split("/");
  if (segments.includes("") || segments.includes(".") || segments.includes("..")) {
    return "a segment of its path is empty, . or ..";
  }
  return /[\p{Cc}\p{Cs}]/u.test(route) ? "it contains a control character" : null;
}

/**
 * Returns the route name of a path, or null if no route can have this path. Ignores a trailing slash, because senders
 * add one. No name has an encoded slash.
 */
export function routeAt(path: string): string | null {
  if (!path.startsWith(routePrefix)) return null;
  const segments = path.slice(routePrefix.length).replace(/\/$/, "").split("/").map(decodeSegment);
  const route = segments.some((segment) => segment?.includes("/") !== false) ? "" : segments.join("/");
  return routeFault(route) === null ? route : null;
}

function decodeSegment(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    // Invalid percent-encoding or UTF-8: no route has such a name.
    return null;
  }
}

/**
 * Parses a webhook's URL: absolute, http or https, without user name and password.
 * @returns the URL as typed, trimmed
 * @throws {UsageError}
 */
export function parseWebhookUrl(text: string): string {
  const trimmed = text.trim();
  const url = URL.parse(trimmed);
  // URL.parse drops line endings and tabs and adds missing slashes; the URL is stored as typed.
  const isAltered = /\s/.test(trimmed) || /^https?:(?!\/\/)/i.test(trimmed);
  if (url === null || isAltered) {
    throw new UsageError({
      what: `"${redactUrl(text)}" is not a URL`,
      hint: "Write the whole address, for example https://example.org/hook",
    });
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new UsageError({
      what: `"${redactUrl(text)}" cannot receive webhooks`,
      why: `${url.protocol.slice(0, -1)} is not http or https`,
      hint: "Write an address that starts with https:// or http://",
    });
  }
  if (url.username !== "" || url.password !== "") {
    throw new UsageError({
      what: `"${url.host}" has a user name or password in its URL`,
      why: "it would be stored and shown in clear",
      hint: "Use a webhook secret instead",
    });
  }
  return trimmed;
}
