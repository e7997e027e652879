import { STATUS_CODES } from "node:http";
import type { ActionAnswer } from "../action.ts";
import { token } from "./token.ts";

/** How an answer goes out on its connection. */
export interface AnswerFrame {
  /** Nothing follows on the connection. */
  readonly isLast: boolean;
  /** To HEAD: the head alone. */
  readonly headOnly: boolean;
}

/** What goes out: a text is latin1 all of it. */
export type AnswerBytes = string | readonly [head: string, body: Uint8Array];

/** A connection that is kept open is kept so long for the next request, in seconds; the sender is told. */
export const keepAliveSeconds = 5;

const fieldName = new RegExp(`^${token}$`);
/** In a field's value: RFC 9110, section 5.5. */
const unsendable = /[^\t -~\u0080-\u00ff]/;

const goesOn = `Connection: keep-alive\r\nKeep-Alive: timeout=${keepAliveSeconds}\r\n`;
const ends = "Connection: close\r\n";

let dateLine = "";
let dateSecond = Number.NaN;

/** RFC 9110, section 6.6.1; made once a second. */
function dated(): string {
  const nowMs = Date.now();
  const second = Math.floor(nowMs / 1_000);
  if (second !== dateSecond) {
    dateSecond = second;
    dateLine = `Date: ${new Date(nowMs).toUTCString()}\r\n`;
  }
  return dateLine;
}

/** @returns null for what HTTP cannot carry: a status that is none of an answer, a header that is none */
export function answerBytes(
  { status, headers, body }: ActionAnswer,
  { isLast, headOnly }: AnswerFrame,
): AnswerBytes | null {
  if (!Number.isInteger(status) || status < 200 || status > 999) return null;
  let head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? "Unknown"}\r\n`;
  let isDated = false;
  for (let index = 0; index + 1 < headers.length; index += 2) {
    const name = headers[index] ?? "";
    const value = headers[index + 1] ?? "";
    if (!fieldName.test(name) || unsendable.test(value)) return null;
    if (name.length === 4 && name.toLowerCase() === "date") isDated = true;
    head += `${name}: ${value}\r\n`;
  }
  if (!isDated) head += dated();
  head += isLast ? ends : goesOn;
  // They have no body: RFC 9110, section 6.4.1.
  if (status === 204 || status === 304) return `${head}\r\n`;
  const length = typeof body === "string" ? Buffer.byteLength(body) : body.byteLength;
  head += `Content-Length: ${length}\r\n\r\n`;
  if (headOnly) return head;
  // As long as in UTF-8 it is all ASCII, and so the same in latin1.
  if (typeof body === "string") return length === body.length ? head + body : [head, Buffer.from(body)];
  return [head, body];
}
