import type { DeliveryDetail, Header } from "../model/delivery.ts";
import { secretHeader } from "../model/end-to-end.ts";
import { isCredentialHeader, redactQuery } from "../text/credential-names.ts";
import { redacted, redactText } from "../text/redact.ts";
import type { PageHeaders } from "./web-page.ts";

/**
 * Fault in the head of a request. RFC 9112, section 3.2 demands the refusal of `no-host` and `two-hosts`; the
 * others are an unsupported expectation or coding of the body.
 */
export type HeadFault = "no-host" | "two-hosts" | "expectation" | "content-coding" | "transfer-coding";

/** Header values the receiver uses, read in one pass. */
export interface DeliveryHeaders {
  /** Headers to log: original order, credentials redacted. */
  readonly logged: readonly Header[];
  /**
   * Value of the secret's header; null if it is missing. Repeated headers are joined with a comma, as in
   * HTTP.
   */
  readonly secret: string | null;
  /** ID of the sender's message (https://www.standardwebhooks.com), as it is logged; the Hub sends none. */
  readonly webhookId: string | null;
  /** Length of the body in bytes; null if the header is missing. */
  readonly contentLength: number | null;
  /** Headers that show whether a web page sent the request. */
  readonly page: PageHeaders;
  /** Fault for which the request is refused; null if there is none. */
  readonly fault: HeadFault | null;
}

/** The part of Node's request that `readHeaders` uses. */
interface RequestHead {
  /** Alternating names and values in original order and case; each character is a byte (latin1). */
  readonly rawHeaders: readonly string[];
  /** `1.1` */
  readonly httpVersion: string;
}

/** Codings of a body that is as it is. Some senders write its character set, which JSON fixes. */
const plainCodings: ReadonlySet<string> = new Set([
  "",
  "identity",
  "none",
  "utf-8",
  "utf8",
  "us-ascii",
  "ascii",
]);

function isAsItIs(contentEncoding: string): boolean {
  return contentEncoding.split(",").every((coding) => plainCodings.has(coding.trim().toLowerCase()));
}

/** Returns headers as they are logged: credentials redacted by their names, known secrets wherever they are. */
export function loggedHeaders(headers: readonly Header[], known: readonly string[]): readonly Header[] {
  return headers.map(([name, value]) => [name, loggedValue(name, value, known)]);
}

function loggedValue(name: string, value: string, known: readonly string[]): string {
  return isCredentialHeader(name) ? redacted : redactText(redactQuery(value), known);
}

/** Reads the headers of a delivery. @param known secrets to redact */
export function readHeaders(
  { rawHeaders, httpVersion }: RequestHead,
  known: readonly string[],
): DeliveryHeaders {
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
    const lowerName = name.toLowerCase();
    switch (lowerName) {
      case secretHeader:
        secret = secret === null ? value : `${secret}, ${value}`;
        break;
      case "webhook-id":
        webhookId ??= redactText(value, known);
        break;
      case "content-length":
        contentLength = Number(value);
        break;
      case "expect":
        // HTTP/1.0 ignores it: RFC 9110, section 10.1.1.
        if (httpVersion !== "1.0" && value.toLowerCase() !== "100-continue") fault = "expectation";
        break;
      case "content-encoding":
        if (!isAsItIs(value)) fault ??= "content-coding";
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
    logged.push([name, loggedValue(name, value, known)]);
  }
  if (hosts > 1) fault = "two-hosts";
  else if (hosts === 0 && httpVersion !== "1.0") fault = "no-host";
  return { logged, secret, webhookId, contentLength, page: { host, origin, fetchSite }, fault };
}

/** Redacts credentials and known secrets in a request target, for the log. */
export function loggedTarget(target: string, known: readonly string[]): string {
  return redactText(redactQuery(target), known);
}

/**
 * Returns the secret in the query of a request target, as the bytes of a header; several are joined, and match
 * nothing. A plus is one, because secrets in base64 have it; null if there is no secret.
 */
export function querySecret(target: string): string | null {
  const [, query = ""] = /^[^?#]*\?([^#]*)/.exec(target) ?? [];
  const values = query.split("&").flatMap((part) => (part.startsWith("secret=") ? [part.slice(7)] : []));
  if (values.length === 0) return null;
  return values
    .join(", ")
    .replaceAll(/%([\da-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}

/** Restores the secret in the logged path of a delivery that had it in its query, if the secret is not null. */
export function pathWithSecret(
  { path, headers, auth }: Pick<DeliveryDetail, "path" | "headers" | "auth">,
  secret: string | null,
): string {
  const wasInQuery = auth === "ok" && !headers.some(([name]) => name.toLowerCase() === secretHeader);
  if (secret === null || !wasInQuery) return path;
  return path.replace(/(?<=[?&]secret=)\[redacted\](?=[&#]|$)/, () => encodeURIComponent(secret));
}

/** Restores the secret in logged headers; removes the header if the secret is null. */
export function withSecret(headers: readonly Header[], secret: string | null): readonly Header[] {
  const isRedactedSecret = ([name, value]: Header): boolean =>
    value === redacted && name.toLowerCase() === secretHeader;
  return secret === null
    ? headers.filter((header) => !isRedactedSecret(header))
    : headers.map((header) => (isRedactedSecret(header) ? [header[0], secret] : header));
}
