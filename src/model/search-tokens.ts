import type { Attempt, DeliveryDetail, DeliveryResponse, Header } from "./delivery.ts";

const decoder = new TextDecoder();
const plain = /^[\t\n\r -~]*$/;
const betweenPlainTokens = /[^a-z0-9]+/g;
const betweenTokens = /[^\p{L}\p{N}\p{M}]+/gu;
const jsonEscape = /\\(?:u(?<unit>[0-9a-fA-F]{4})|.)/gs;

/**
 * Returns lowercase tokens joined by single spaces. A token is a run of letters, digits and marks of any
 * script, in NFC.
 */
function normalize(text: string): string {
  const lower = text.toLowerCase();
  if (plain.test(lower)) return lower.replaceAll(betweenPlainTokens, " ").trim();
  // A final sigma has its own letter: otherwise the beginning of a Greek word would not match the whole word.
  return lower.normalize("NFC").replaceAll("ς", "σ").replaceAll(betweenTokens, " ").trim();
}

/** Returns the tokens of a search; splits as `searchText` does. */
export function tokenize(text: string): string[] {
  const normalized = normalize(text);
  return normalized === "" ? [] : normalized.split(" ");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // The text is not JSON.
    return false;
  }
}

function withoutEscapes(json: string): string {
  return json.replaceAll(jsonEscape, (_, unit: string | undefined) =>
    // All other escapes encode separators of tokens: quotes, slashes, line endings.
    unit === undefined ? " " : String.fromCharCode(Number.parseInt(unit, 16)),
  );
}

/**
 * Separator between parts of a text: no phrase matches across it. No search contains it, because it is punctuation.
 */
const partEnd = " ¶ ";

/** Part of a delivery that filter words search. */
export interface SearchedDelivery extends Pick<
  DeliveryDetail,
  "outcome" | "body" | "headers" | "console" | "reason"
> {
  readonly response: Pick<DeliveryResponse, "body"> | null;
  readonly attempts: readonly Pick<Attempt, "error" | "reply">[];
}

/**
 * Returns the searchable text of a delivery: request, and result once it has an outcome. A pending result changes
 * with each attempt and would outdate an index. A text index must split the text at spaces only: `tokenize = 'ascii'`
 * of FTS5 does, since it keeps non-ASCII characters in tokens; `unicode61` splits by its own rules.
 */
export function searchText(delivery: SearchedDelivery): string {
  const request = requestText(delivery);
  return delivery.outcome === "pending" ? request : joined([request, ...textsOfResult(delivery)]);
}

/** Returns the searchable text of a request: its body and headers. */
export function requestText({ body, headers }: Pick<DeliveryDetail, "body" | "headers">): string {
  return joined([textOfBytes(body), textOfHeaders(headers)]);
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(partEnd);
}

function textsOfResult({ reason, response, console: lines, attempts }: SearchedDelivery): readonly string[] {
  return [
    normalize(reason ?? ""),
    textOfBytes(response?.body),
    normalize(lines.join("\n")),
    ...attempts.flatMap(({ error, reply }) => [
      normalize(error ?? ""),
      textOfHeaders(reply?.headers ?? []),
      textOfBytes(reply?.body),
    ]),
  ];
}

function textOfHeaders(headers: readonly Header[]): string {
  return normalize(headers.map(([name, value]) => `${name} ${value}`).join("\n"));
}

/**
 * Returns the tokens of a body: keys, strings, numbers and literals, in order. Punctuation separates tokens: JSON of
 * any depth is used as sent, with its escapes decoded. Other bodies are read as UTF-8.
 */
function textOfBytes(body: Uint8Array = new Uint8Array()): string {
  const text = decoder.decode(body);
  return normalize(text.includes("\\") && isJson(text) ? withoutEscapes(text) : text);
}
