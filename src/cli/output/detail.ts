import type { Attempt, DeliveryResponse, Reply } from "../../model/delivery.ts";
import { duration } from "../../text/duration.ts";
import { parseExactJson } from "../../text/exact-json.ts";
import { exactText } from "../../text/exact-text.ts";
import { depthOf, jsonDocument, lineOf } from "../../text/json-document.ts";
import { type Line, type Tone, line, span } from "../../text/line.ts";
import { byteSize, count } from "../../text/numbers.ts";
import { padEnd } from "../../text/truncate.ts";
import { visibleLines } from "../../text/visible-lines.ts";
import { type Visible, v, visible } from "../../text/visible.ts";

/** Formats a name and its value. */
export function part(name: string, value: string, tone: Tone = "plain"): Line {
  return line(span(padEnd(visible(name), 9), "muted"), span(v` ${value}`, tone));
}

/** Formats the title of a section, with an empty line before it. */
export function section(title: string): readonly Line[] {
  return [line(), line(span(visible(title), "strong"))];
}

/** Formats a body: JSON indented, other text by lines, anything else as its size. */
export function bodyLines(body: Uint8Array): readonly (Line | Visible)[] {
  if (body.length === 0) return [v`  (empty)`];
  const text = exactText(body);
  if (text === null) {
    return [v`  ${byteSize(body.length)} that are not text; --format json prints them as bodyBase64`];
  }
  const json = jsonDocument(text);
  if (json === null) return visibleLines(text).map((each) => v`  ${each}`);
  return json.parents.map(
    (_, index) => v`${"  ".repeat(depthOf(json, index) + 1)}${lineOf(json.shown, index)}`,
  );
}

/** Maximum body that is printed in full on a terminal, in bytes. */
export const maxTerminalBytes = 100_000;

/**
 * Formats a body for a terminal: only the start of a text above `maxTerminalBytes`, not indented, and the
 * number of omitted bytes.
 */
export function terminalBodyLines(body: Uint8Array): readonly (Line | Visible)[] {
  if (body.length <= maxTerminalBytes || exactText(body) === null) return bodyLines(body);
  // `stream` drops an incomplete character at the end.
  const start = new TextDecoder().decode(body.subarray(0, maxTerminalBytes), { stream: true });
  return [
    ...visibleLines(start).map((each) => v`  ${each}`),
    v`  … ${count(body.length - Buffer.byteLength(start))} more bytes; use a pipe or --format json to get all`,
  ];
}

/** Formats an attempt on one line. */
export function attemptLine({ target, startedAt, status, error, durationMs }: Omit<Attempt, "reply">): Line {
  const result = [status, error].filter((each) => each !== null).join(", ");
  const tone = status !== null && status < 400 ? "ok" : "error";
  return line(
    span(v`  ${startedAt} ${target} `),
    span(v`${result}`, tone),
    span(v` ${duration(durationMs)}`),
  );
}

/** Formats the response of a target, to print below its attempt. */
export function replyLines({ headers, body }: Reply): readonly (Line | Visible)[] {
  return [
    ...headers.map(([name, value]) => v`  ${name}: ${value}`),
    ...(body.length === 0 ? [] : [v`  response body, ${byteSize(body.length)}:`, ...bodyLines(body)]),
  ];
}

/** Returns the JSON shape of a target's response: `body` if it is JSON, else `bodyBase64`. */
export function replyJson({ headers, body }: Reply): Record<string, unknown> {
  return { headers, ...bodyJson(body) };
}

/** Formats the response sent to the sender. */
export function responseLines(response: DeliveryResponse): readonly (Line | Visible)[] {
  const { by, status, contentType, body, truncated } = response;
  return [
    line(
      span(v`  ${status}`, status < 400 ? "ok" : "error"),
      span(v` by ${by}${contentType === null ? "" : `, ${contentType}`}`),
    ),
    ...(body.length === 0 ? [] : bodyLines(body)),
    ...(truncated ? [v`  the rest is not kept`] : []),
  ];
}

/** Returns the JSON shape of the response sent to the sender. */
export function responseJson({
  by,
  status,
  contentType,
  body,
  truncated,
}: DeliveryResponse): Record<string, unknown> {
  return { by, status, contentType, ...bodyJson(body), truncated };
}

/** Returns the JSON shape of a body: `body` if it is JSON, else `bodyBase64`. */
export function bodyJson(body: Uint8Array): { readonly body: unknown } | { readonly bodyBase64: string } {
  const parsed = parseBody(body);
  return parsed === null ? { bodyBase64: Buffer.from(body).toString("base64") } : { body: parsed.value };
}

/** Parses a JSON body into an object with its value, which may be null. Returns null for any other body. */
function parseBody(body: Uint8Array): { readonly value: unknown } | null {
  const text = exactText(body);
  if (text === null) return null;
  try {
    return { value: parseExactJson(text) };
  } catch {
    // Not JSON.
    return null;
  }
}
