import type { Header } from "../model/delivery.ts";
import { redacted } from "../text/redact.ts";

/** The header the Hub sends a webhook's secret in. */
export const secretHeader = "x-webhook-secret";

/** `two-hosts`: RFC 9112, section 3.2, has it refused; the others: the body is in a coding that is not undone. */
export type HeadFault = "two-hosts" | "content-coding" | "transfer-coding";

/** What the receiver needs of a request's headers, found in one pass over them. */
export interface RequestHead {
  /** As they came, with the values of credentials redacted: what is logged. */
  readonly headers: readonly Header[];
  /** As they came, credentials included: what an action gets. */
  readonly sent: readonly Header[];
  /** Two of them are joined with a comma, as HTTP says, and so match no secret. */
  readonly secret: string | null;
  /** A sender's own id for the message (https://www.standardwebhooks.com); the Hub sends none. */
  readonly webhookId: string | null;
  readonly contentLength: number | null;
  /** The body's length is not told in front. */
  readonly chunked: boolean;
  /** What makes it a request that is not taken, whatever else it says; null: nothing. */
  readonly fault: HeadFault | null;
}

/** @param raw names and values in turn, as `IncomingMessage.rawHeaders` */
export function readHead(raw: readonly string[]): RequestHead {
  const headers: Header[] = [];
  const sent: Header[] = [];
  let secret: string | null = null;
  let webhookId: string | null = null;
  let contentLength: number | null = null;
  let chunked = false;
  let hosts = 0;
  let fault: HeadFault | null = null;
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = raw[index] ?? "";
    const value = raw[index + 1] ?? "";
    let stored = value;
    switch (name.toLowerCase()) {
      case secretHeader:
        secret = secret === null ? value : `${secret}, ${value}`;
        stored = redacted;
        break;
      case "authorization":
      case "proxy-authorization":
      case "cookie":
        stored = redacted;
        break;
      case "webhook-id":
        webhookId ??= value;
        break;
      case "content-length":
        contentLength = Number(value);
        break;
      case "transfer-encoding":
        chunked = true;
        if (value.toLowerCase() !== "chunked") fault ??= "transfer-coding";
        break;
      case "content-encoding":
        if (!/^(?:identity)?$/i.test(value)) fault ??= "content-coding";
        break;
      case "host":
        hosts += 1;
        if (hosts > 1) fault = "two-hosts";
        break;
      default:
    }
    const header: Header = [name, value];
    sent.push(header);
    headers.push(stored === value ? header : [name, stored]);
  }
  return { headers, sent, secret, webhookId, contentLength, chunked, fault };
}

/** The headers of a logged delivery with the secret in its place again; without it where there is none to put in. */
export function withSecret(headers: readonly Header[], secret: string | null): readonly Header[] {
  const isRedactedSecret = ([name, value]: Header): boolean =>
    value === redacted && name.toLowerCase() === secretHeader;
  return secret === null
    ? headers.filter((header) => !isRedactedSecret(header))
    : headers.map((header) => (isRedactedSecret(header) ? [header[0], secret] : header));
}

/**
 * Of one connection only, or written anew for the next one: RFC 9110, section 7.6.1. `Expect` is among them,
 * because the body is at hand and nobody waits for leave to send it.
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

/** Those that are meant for whoever gets the message in the end: in their order, with their duplicates, minus those of the connection they came on. */
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
 * The headers to send a logged delivery on with, without Host and Content-Length: those from end to end. A redacted secret is put
 * in again where it is known; other redacted values are left out.
 * @returns names and values in turn
 */
export function headersToSendOn(headers: readonly Header[], secret: string | null): string[] {
  return endToEnd(headers).flatMap(([name, value]) => {
    const sent = value !== redacted ? value : name.toLowerCase() === secretHeader ? secret : null;
    return sent === null ? [] : [name, sent];
  });
}
