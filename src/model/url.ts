import { UsageError } from "./errors.ts";

/** All routes of our receiver are under it. */
export const routePrefix = "/webhooks/";

/**
 * Reads a webhook's URL: absolute, http or https, no user and password in it.
 * @returns the URL as typed, trimmed
 * @throws {UsageError}
 */
export function parseWebhookUrl(text: string): string {
  const trimmed = text.trim();
  const url = URL.parse(trimmed);
  // The URL standard drops line ends and tabs and supplies missing slashes; what is stored is what was typed.
  const isMended = /\s/.test(trimmed) || /^https?:(?!\/\/)/i.test(trimmed);
  if (url === null || isMended) {
    throw new UsageError({
      what: `"${text}" is not a URL`,
      hint: "Write the whole address, for example https://example.org/hook",
    });
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw new UsageError({
      what: `"${text}" cannot receive webhooks`,
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
