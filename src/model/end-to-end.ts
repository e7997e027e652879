import { redacted } from "../text/redact.ts";
import type { Header } from "./delivery.ts";

/** Name of the header with the webhook's secret. */
export const secretHeader = "x-webhook-secret";

/**
 * Command of a POSIX shell that prints the header with the secret of the environment. Piped to `-H @-` of curl,
 * because other users of the machine can list arguments.
 */
export const printSecretHeader = `printf '${secretHeader}: %s\\n' "$WEBHOOK_SECRET"`;

/**
 * Headers that are not forwarded: headers of a single connection (RFC 9110, section 7.6.1); Host and Content-Length,
 * which are rewritten; and Expect, because the complete body needs no 100.
 */
const notSentOn = new Set([
  "connection",
  "keep-alive",
  "proxy-connection",
  "proxy-authenticate",
  "proxy-authorization",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
  "host",
  "content-length",
]);

/** Returns the end-to-end headers in original order, with duplicates, without Host and Content-Length. */
export function endToEnd(headers: readonly Header[]): readonly Header[] {
  const ofConnection = new Set(
    headers
      .filter(([name]) => name.toLowerCase() === "connection")
      .flatMap(([, value]) => value.split(",").map((name) => name.trim().toLowerCase())),
  );
  return headers.filter(([name]) => {
    const lower = name.toLowerCase();
    return !notSentOn.has(lower) && !ofConnection.has(lower);
  });
}

/**
 * Returns the end-to-end headers for sending a logged delivery, without Host and Content-Length. Restores a
 * redacted secret if `secret` is not null; removes all other redacted headers.
 */
export function headersToSendOn(headers: readonly Header[], secret: string | null): readonly Header[] {
  return endToEnd(headers).flatMap((header): readonly Header[] => {
    const [name, value] = header;
    if (value !== redacted) return [header];
    return secret === null || name.toLowerCase() !== secretHeader ? [] : [[name, secret]];
  });
}
