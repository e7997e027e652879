const decoder = new TextDecoder();
const plain = /^[\t\n\r -~]*$/;
const betweenPlainTokens = /[^a-z0-9]+/g;
const betweenTokens = /[^\p{L}\p{N}\p{M}]+/gu;
const jsonEscape = /\\(?:u(?<unit>[0-9a-fA-F]{4})|.)/gs;

/** Lower-cased tokens joined by single spaces. A token is a run of letters, digits and marks (any script), composed (NFC). */
function normalize(text: string): string {
  const lower = text.toLowerCase();
  if (plain.test(lower)) return lower.replaceAll(betweenPlainTokens, " ").trim();
  // A sigma is written differently at the end of a word: without this the beginning of a Greek word would not find it.
  return lower.normalize("NFC").replaceAll("ς", "σ").replaceAll(betweenTokens, " ").trim();
}

/** The tokens of what a person searches for. The same splitting as `searchText`: both must agree. */
export function tokenize(text: string): string[] {
  const normalized = normalize(text);
  return normalized === "" ? [] : normalized.split(" ");
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    // Not JSON: that is the answer, not a failure.
    return false;
  }
}

function withoutEscapes(json: string): string {
  return json.replaceAll(jsonEscape, (_, unit: string | undefined) =>
    // All other escapes stand for characters that separate tokens: quotes, slashes, line ends.
    unit === undefined ? " " : String.fromCharCode(Number.parseInt(unit, 16)),
  );
}

/**
 * What words are searched in: the tokens of a body's keys, texts, numbers and literals in their order, joined by single spaces.
 * Of JSON, all punctuation separates tokens anyway, so the text is used as it was sent, at any depth, once its escapes are undone;
 * of anything else, the text (UTF-8).
 *
 * For a text index this is final: split it at the spaces and nowhere else. SQLite's FTS5 does so with `tokenize = 'ascii'`, to which
 * all beyond ASCII is part of a token; `unicode61` would split by rules of its own.
 */
export function searchText(body: Uint8Array): string {
  const text = decoder.decode(body);
  return normalize(text.includes("\\") && isJson(text) ? withoutEscapes(text) : text);
}
