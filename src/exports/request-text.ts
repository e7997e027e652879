import type { DeliveryDetail, Header } from "../model/delivery.ts";
import { type EditedRequest, headerFault } from "../model/edited-request.ts";
import { headersToSendOn, secretHeader } from "../model/end-to-end.ts";
import { exactText } from "../text/exact-text.ts";
import { indentedJson } from "../text/indented-json.ts";
import { jsonFault } from "../text/json-fault.ts";
import { byteSize } from "../text/numbers.ts";
import { redacted } from "../text/redact.ts";

/** Result of reading an edited text. */
export type ReadRequest =
  | { readonly kind: "unchanged" }
  | {
      readonly kind: "edited";
      readonly request: EditedRequest;
      /** Changed parts: `payload`, `headers`. */
      readonly changed: readonly string[];
    }
  /** First error, with its line number in the text. */
  | { readonly kind: "invalid"; readonly line: number; readonly what: string };

/**
 * Returns the headers and the body of a delivery as a text to edit, which begins with an explanation in comments.
 * Indents a JSON body. Leaves out the secret and other headers that are added on sending.
 * @returns null if the body is not text
 */
export function requestText({ seq, headers, body }: DeliveryDetail): string | null {
  const text = exactText(body);
  if (text === null) return null;
  const hasSecret = headers.some(
    ([name, value]) => name.toLowerCase() === secretHeader && value === redacted,
  );
  const putIn = `Host, Content-Length${hasSecret ? " and the secret" : ""}`;
  return [
    `# Delivery #${seq}. Save a change to send it. An unchanged or empty file sends nothing.`,
    "# Format: one header a line (Name: value), an empty line, the body as JSON.",
    `# Lines before the empty line that begin with # are left out. ${putIn} are put in when it is sent.`,
    ...headersToSendOn(headers, null).map(([name, value]) => `${name}: ${value}`),
    "",
    `${indentedJson(text) ?? text}\n`,
  ].join("\n");
}

/**
 * Parses an edited text of `requestText`.
 * @param opened text before the edit
 * @param maxBodyBytes maximum size of a body of the receiver
 */
export function readRequest(text: string, opened: string, maxBodyBytes: number): ReadRequest {
  if (text.trim() === "") return { kind: "unchanged" };
  const { lines, body, bodyLine } = splitRequest(text);
  const before = splitRequest(opened);
  const headers: Header[] = [];
  for (const { line, text } of lines) {
    const colon = text.indexOf(":");
    if (colon === -1) {
      const what = "a header is written as Name: value, and an empty line is before the body";
      return { kind: "invalid", line, what };
    }
    const header: Header = [text.slice(0, colon), text.slice(colon + 1).trim()];
    const what = headerFault(header);
    if (what !== null) return { kind: "invalid", line, what };
    headers.push(header);
  }
  const isBodyChanged = body !== before.body;
  const changed = [
    ...(isBodyChanged ? ["payload"] : []),
    ...(headLines(lines) === headLines(before.lines) ? [] : ["headers"]),
  ];
  if (changed.length === 0) return { kind: "unchanged" };
  if (!isBodyChanged) return { kind: "edited", request: { headers, body: null }, changed };
  const fault = body === "" ? { line: 1, what: "the body is empty" } : jsonFault(body);
  if (fault !== null) return { kind: "invalid", line: bodyLine + fault.line - 1, what: fault.what };
  const bytes = Buffer.byteLength(body);
  if (bytes > maxBodyBytes) {
    const what = `the body has ${byteSize(bytes)}, and the receiver takes at most ${byteSize(maxBodyBytes)}`;
    return { kind: "invalid", line: bodyLine, what };
  }
  return { kind: "edited", request: { headers, body }, changed };
}

/** Text split at its first empty line. */
interface SplitRequest {
  /** Lines of headers without comments, with their numbers from 1. */
  readonly lines: readonly { readonly line: number; readonly text: string }[];
  /** Body without the final line end of the editor. */
  readonly body: string;
  /** Number of the first line of the body. */
  readonly bodyLine: number;
}

function splitRequest(text: string): SplitRequest {
  const all = text.split("\n").map((line) => line.replace(/\r$/, ""));
  const empty = all.findIndex((line) => line.trim() === "");
  const end = empty === -1 ? all.length : empty;
  const lines = all
    .slice(0, end)
    .map((text, index) => ({ line: index + 1, text }))
    .filter(({ text }) => !text.startsWith("#"));
  const start = text.split("\n", end + 1).join("\n").length + 1;
  return { lines, body: text.slice(start).replace(/\r?\n$/, ""), bodyLine: end + 2 };
}

function headLines(lines: SplitRequest["lines"]): string {
  return lines.map(({ text }) => text.trimEnd()).join("\n");
}
