import type { Header } from "../model/delivery.ts";
import { redacted } from "../text/redact.ts";
import type { PageHeaders } from "./web-page.ts";

/** The header the Hub sends a webhook's secret in. */
export const secretHeader = "x-webhook-secret";

/** `no-host` and `two-hosts`: RFC 9112, section 3.2, has it refused; `expectation`: one that nobody meets; the others: the body is in a coding that is not undone. */
export type HeadFault = "no-host" | "two-hosts" | "expectation" | "content-coding" | "transfer-coding";

/** What the receiver needs of a request's headers, found in one pass over them. */
export interface DeliveryHeaders {
  /** As they came, with the values of credentials redacted: what is logged. */
  readonly logged: readonly Header[];
  /** Two of them are joined with a comma, as HTTP says, and so match no secret. */
  readonly secret: string | null;
  /** A sender's own id for the message (https://www.standardwebhooks.com); the Hub sends none. */
  readonly webhookId: string | null;
  /** Of the body, in bytes; null: it comes in chunks, or there is none. */
  readonly contentLength: number | null;
  /** Whether a web page sent it. */
  readonly page: PageHeaders;
  /** What makes it a request that is not taken, whatever else it says; null: nothing. */
  readonly fault: HeadFault | null;
}

/** What of Node's request is read. */
interface RequestHead {
  /** Names and values in turn, order, case and duplicates kept; a character is a byte (latin1). */
  readonly rawHeaders: readonly string[];
  /** `1.1` */
  readonly httpVersion: string;
}

/** Reads the headers of a request as those of a delivery. */
export function readHeaders({ rawHeaders, httpVersion }: RequestHead): DeliveryHeaders {
  const logged: Header[] = [];
  let secret: string | null = null;
  let webhookId: string | null = null;
  let contentLength: number | null = null;
  let host: string | null = null;
  let origin: string | null = null;
  let fetchSite: string | null = null;
  let hosts = 0;
  let fault: HeadFault | null = null;
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? "";
    const value = rawHeaders[index + 1] ?? "";
    let kept = value;
    switch (name.toLowerCase()) {
      case secretHeader:
        secret = secret === null ? value : `${secret}, ${value}`;
        kept = redacted;
        break;
      case "authorization":
      case "proxy-authorization":
      case "cookie":
      case "x-gitlab-token":
      case "x-api-key":
      case "x-auth-token":
      case "x-access-token":
        kept = redacted;
        break;
      case "webhook-id":
        webhookId ??= value;
        break;
      case "content-length":
        contentLength = Number(value);
        break;
      case "expect":
        // HTTP/1.0 has none: RFC 9110, section 10.1.1.
        if (httpVersion !== "1.0" && value.toLowerCase() !== "100-continue") fault = "expectation";
        break;
      case "content-encoding":
        if (!/^(?:identity)?$/i.test(value)) fault ??= "content-coding";
        break;
      case "transfer-encoding":
        if (!/^chunked$/i.test(value)) fault ??= "transfer-coding";
        break;
      case "host":
        hosts += 1;
        host = value;
        break;
      case "origin":
        origin = value;
        break;
      case "sec-fetch-site":
        fetchSite = value.toLowerCase();
        break;
      default:
    }
    logged.push([name, kept]);
  }
  if (hosts > 1) fault = "two-hosts";
  else if (hosts === 0 && httpVersion !== "1.0") fault = "no-host";
  return { logged, secret, webhookId, contentLength, page: { host, origin, fetchSite }, fault };
}

const secretParameter = /([?&](?:token|access[_-]?token|secret|key|api[_-]?key|password)=)[^&#]*/gi;

/** The target of a request with the values of credentials in its query redacted: what is logged. */
export function loggedTarget(target: string): string {
  return target.includes("?") ? target.replace(secretParameter, `$1${redacted}`) : target;
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
