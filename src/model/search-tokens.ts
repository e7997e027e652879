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
  // A final sigma has its own letter: without this the beginning of a Greek word would not match the word.
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
    // All other escapes stand for characters that separate tokens: quotes, slashes, line endings.
    unit === undefined ? " " : String.fromCharCode(Number.parseInt(unit, 16)),
  );
}

/**
 * Returns the searchable text of a body: the tokens of its keys, strings, numbers and literals in order,
 * joined by single spaces. Punctuation separates tokens, so JSON is used as sent, at any depth, with its
 * escapes decoded; other bodies are read as UTF-8.
 *
 * A text index must split the result at spaces only. SQLite's FTS5 does so with `tokenize = 'ascii'`, which
 * takes all non-ASCII characters as part of a token; `unicode61` splits by its own rules.
 */
export function searchText(body: Uint8Array): string {
  const text = decoder.decode(body);
  return normalize(text.includes("\\") && isJson(text) ? withoutEscapes(text) : text);
}
