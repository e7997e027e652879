import { METHODS } from "node:http";
import type { Header } from "../../model/delivery.ts";
import { token } from "./token.ts";

/** What a sender expects before it sends its body: `continue` is `Expect: 100-continue`, `unknown` any other. */
export type Expectation = "nothing" | "continue" | "unknown";

/** The head of a request: what HTTP needs of it, and its headers as they came. */
export interface RequestHead {
  readonly method: string;
  /** As it came: `/webhooks/train?x=1`, also in absolute form. */
  readonly target: string;
  /** Of HTTP/1. */
  readonly minorVersion: 0 | 1;
  /** In their order, with their case and their duplicates; a character is a byte (latin1). */
  readonly headers: readonly Header[];
  /** Of the body, in bytes; 0 where there is none; null: it comes in chunks. */
  readonly contentLength: number | null;
  /** The body is in a transfer coding besides chunks, so that its bytes are not those of the message. */
  readonly isCoded: boolean;
  readonly expectation: Expectation;
  /** The sender goes on with the connection after the answer. */
  readonly keepAlive: boolean;
}

/** What else calls itself HTTP is refused as no request, as Node does it: better than to be told that it may only POST. */
const methods = new Set(METHODS);

// RFC 9112, sections 2.2 and 3, RFC 9110, sections 5.5 and 5.6.2. Lines end in CRLF and in nothing less: who is lenient here reads a
// request otherwise than a proxy in front, and that is how requests are smuggled.
const requestLine = /^([A-Z-]+) ([!-~]+) HTTP\/1\.([01])$/;
const authority = "[\\w\\-.!~*'()%;:&=+$,[\\]]*";
const ourTarget = new RegExp(`^(?:/|\\*$|[A-Za-z]+://${authority}(?:@${authority})?(?:[/?]|$))`);
const fieldName = new RegExp(`^${token}$`);
const unfit = /[^\t\r\n -~\u0080-\u00ff]|\r(?!\n)/;
const bareLineFeed = /[^\r]\n/;
const length = /^[0-9]{1,15}$/;
/** Some read a coding with a tab behind it as another one. */
const tabBehind = /[^\t ][\t ]*\t/;

/**
 * Reads the head of a request, strictly: what says in two ways where its body ends, or in one that servers read differently, is no request.
 * @param text from the method to before the empty line, a character a byte (latin1)
 * @returns null for what is no request
 */
export function readHead(text: string): RequestHead | null {
  if (unfit.test(text) || bareLineFeed.test(text)) return null;
  const lineEnd = endOfLine(text, 0);
  const [, method = "", target = "", minor] = requestLine.exec(text.slice(0, lineEnd)) ?? [];
  // The target of CONNECT is a host, or whatever: none of ours in any case.
  if (!methods.has(method) || !(ourTarget.test(target) || method === "CONNECT")) return null;
  const minorVersion = minor === "1" ? 1 : 0;

  const headers: Header[] = [];
  let contentLength: number | null = null;
  let codings: string | null = null;
  let connection = "";
  let expectation: Expectation = "nothing";
  for (let start = lineEnd + 2; start < text.length;) {
    const end = endOfLine(text, start);
    const colon = text.indexOf(":", start);
    if (colon === -1 || colon > end) return null;
    const name = text.slice(start, colon);
    if (!fieldName.test(name)) return null;
    const value = trimmed(text, colon + 1, end);
    headers.push([name, value]);
    start = end + 2;
    switch (name.toLowerCase()) {
      case "content-length":
        // Two are one too many, also when they agree.
        if (contentLength !== null || !length.test(value)) return null;
        contentLength = Number(value);
        break;
      case "transfer-encoding":
        if (value === "" || tabBehind.test(text.slice(colon + 1, end))) return null;
        codings = codings === null ? value : `${codings},${value}`;
        break;
      case "connection":
        connection += `,${value}`;
        break;
      case "expect":
        if (expectation !== "unknown")
          expectation = value.toLowerCase() === "100-continue" ? "continue" : "unknown";
        break;
      default:
    }
  }
  // A length besides chunks is how requests are smuggled, and in HTTP/1.0 chunks are a fault: RFC 9112, section 6.1.
  if (codings !== null && (contentLength !== null || minorVersion === 0)) return null;
  const others = codings === null ? [] : codingsBesideChunks(codings);
  if (others === null) return null;
  return {
    method,
    target,
    minorVersion,
    headers,
    contentLength: codings === null ? (contentLength ?? 0) : null,
    isCoded: others.length > 0,
    // HTTP/1.0 has none: RFC 9110, section 10.1.1.
    expectation: minorVersion === 0 ? "nothing" : expectation,
    keepAlive: keepsAlive(connection, minorVersion),
  };
}

/** `chunked` is the last of them, and there once; null: it is not. */
function codingsBesideChunks(codings: string): readonly string[] | null {
  const names = members(codings);
  return names.indexOf("chunked") === names.length - 1 ? names.slice(0, -1) : null;
}

function keepsAlive(connection: string, minorVersion: 0 | 1): boolean {
  if (minorVersion === 1 && !/close/i.test(connection)) return true;
  const options = members(connection);
  return !options.includes("close") && (minorVersion === 1 || options.includes("keep-alive"));
}

/** Of a list, in small letters. */
function members(list: string): readonly string[] {
  return list
    .toLowerCase()
    .split(",")
    .map((member) => trimmed(member, 0, member.length));
}

function endOfLine(text: string, start: number): number {
  const end = text.indexOf("\r\n", start);
  return end === -1 ? text.length : end;
}

/** Without the blanks and tabs around it. Not `trim`, which takes 0xa0 for a blank too: here it is a letter of the word it stands beside. */
function trimmed(text: string, start: number, end: number): string {
  let from = start;
  let to = end;
  while (from < to && isBlank(text.charCodeAt(from))) from += 1;
  while (to > from && isBlank(text.charCodeAt(to - 1))) to -= 1;
  return text.slice(from, to);
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x09;
}

/**
 * Whether bytes may go on to be a head: what speaks no HTTP, as TLS, sends no empty line, and would be waited for until the time is up.
 * @param bytes from the method on, without the end of the head
 * @param seen so many of them were looked at before, and were such a beginning: a head that comes byte by byte is not read all over for each
 */
export function mayBecomeHead(bytes: Buffer, seen: number): boolean {
  const text = bytes.toString("latin1", Math.max(0, seen - 1));
  return !unfitSoFar.test(text) && !bareLineFeed.test(text) && begins.test(bytes.toString("latin1", 0, 32));
}

/** A method is shorter than what is looked at. */
const begins = /^[A-Z-]+(?: |$)/;
/** A carriage return at the end may be one half of a line's end. */
const unfitSoFar = /[^\t\r\n -~\u0080-\u00ff]|\r[^\n]/;
