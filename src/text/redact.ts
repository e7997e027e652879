/** Placeholder for a secret. */
export const redacted = "[redacted]";

/** Minimum length of a secret redacted in any text, in UTF-16 units; shorter ones occur in unrelated words. */
export const shortestSecret = 8;

/** Minimum length of a secret's start that is redacted before a cut. */
const shortestCut = 6;

/** Maximum number of percent-decoding passes: a URL within a URL within a URL. */
const maxDecodings = 3;

/** Prepared search for the secrets of a list. */
interface Search {
  /**
   * Spellings of the secrets in foreign text: plain, escaped for JSON or a form, base64, base64url, hex, and UTF-8
   * read as Latin-1.
   */
  readonly forms: readonly string[];
  /** Matches the start of every form; a text without a match and without percent-encoding has no secret. */
  readonly heads: RegExp;
}

/** Part of a text, from the first UTF-16 unit to the one after the last. */
type Range = readonly [from: number, to: number];

/** Searches by list of secrets: all deliveries of a receiver share one list. */
const searches = new WeakMap<readonly string[], Search | null>();

/** Returns the search for secrets; null if none is long enough. */
function searchFor(secrets: readonly string[]): Search | null {
  const known = searches.get(secrets);
  if (known !== undefined) return known;
  const all = secrets.filter(({ length }) => length >= shortestSecret).flatMap(formsOf);
  const forms = [...new Set(all)].toSorted((a, b) => b.length - a.length);
  const heads = new Set(forms.map((form) => RegExp.escape(form.slice(0, shortestCut))));
  const search = forms.length === 0 ? null : { forms, heads: new RegExp([...heads].join("|")) };
  searches.set(secrets, search);
  return search;
}

function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString("hex");
  // Node reads header bytes as Latin-1; a program may write the result as UTF-8.
  const latin1 = bytes.toString("latin1");
  const texts = [secret, latin1, Buffer.from(latin1).toString("latin1")];
  return [
    ...texts,
    ...texts.map((text) => JSON.stringify(text).slice(1, -1)),
    ...texts.map((text) => text.replaceAll(" ", "+")),
    bytes.toString("base64"),
    bytes.toString("base64url"),
    hex,
    hex.toUpperCase(),
  ];
}

/** Secrets of this process: from its settings and from hubs. */
const hidden = new Set<string>();
let hiddenList: readonly string[] = [];

/** Hides secrets in displayed URLs and in the log file from now on. */
export function hideSecrets(secrets: readonly (string | null | undefined)[]): void {
  for (const secret of secrets) if (secret) hidden.add(secret);
}

/** Returns the hidden secrets of this process; the same array until one is added. */
export function hiddenSecrets(): readonly string[] {
  if (hiddenList.length !== hidden.size) hiddenList = [...hidden];
  return hiddenList;
}

/** Returns the length of the longest form of the secrets in UTF-16 units, percent-encoded; 0 if none is redacted. */
export function longestForm(secrets: readonly string[]): number {
  return 3 * (searchFor(secrets)?.forms[0]?.length ?? 0);
}

/**
 * Redacts secrets in a text, including percent-encoded ones and secrets cut off after six or more characters by the
 * end of the text or an ellipsis. Ignores secrets shorter than `shortestSecret`.
 */
export function redactText(text: string, secrets: readonly string[]): string {
  const search = searchFor(secrets);
  return search === null ? text : redactIn(text, search, ellipsis);
}

/** Redacts secrets like `redactText` in a complete text: its end never cuts off a secret. */
export function redactWhole(text: string, secrets: readonly string[]): string {
  const search = searchFor(secrets);
  return search === null ? text : redactIn(text, search, null);
}

/** Redacts secrets in bytes like `redactText`. Returns the same array if it contains none. */
export function redactBytes(bytes: Uint8Array, secrets: readonly string[]): Uint8Array {
  const search = searchFor(secrets);
  if (search === null) return bytes;
  // Latin-1 maps each byte to one character, so all other bytes stay the same.
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("latin1");
  const clean = redactIn(text, search, ellipsisBytes);
  return clean === text ? bytes : Buffer.from(clean, "latin1");
}

const ellipsis = "…";
/** The ellipsis in UTF-8, read as Latin-1. */
const ellipsisBytes = Buffer.from(ellipsis).toString("latin1");

/**
 * Redacts matches of a search in a text and in its percent-decoded forms.
 * @param cut text of an ellipsis; null for a complete text
 */
function redactIn(text: string, search: Search, cut: string | null): string {
  const found: Range[] = [];
  let level: Decoded | null = { text, starts: null };
  for (let decodings = 0; level !== null; decodings += 1) {
    const { starts } = level;
    for (const [from, to] of rangesIn(level.text, search, cut)) {
      found.push(starts === null ? [from, to] : [starts[from] ?? 0, starts[to] ?? 0]);
    }
    level = decodings === maxDecodings ? null : decoded(level);
  }
  if (found.length === 0) return text;
  let clean = "";
  let end = 0;
  for (const [from, to] of found.toSorted((a, b) => a[0] - b[0] || b[1] - a[1])) {
    // An overlapping range belongs to the same placeholder.
    if (from >= end) clean += text.slice(end, from) + redacted;
    end = Math.max(end, to);
  }
  return clean + text.slice(end);
}

/** Returns the places of secrets, and of their starts before a cut. */
function rangesIn(text: string, { forms, heads }: Search, cut: string | null): readonly Range[] {
  if (!heads.test(text)) return [];
  const found: Range[] = [];
  for (const form of forms) {
    for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + form.length)) {
      found.push([at, at + form.length]);
    }
  }
  if (cut === null) return found;
  for (let at = text.indexOf(cut); at !== -1; at = text.indexOf(cut, at + cut.length)) {
    found.push(...startBefore(at, text, forms));
  }
  return [...found, ...startBefore(text.length, text, forms)];
}

/** Returns the longest start of a secret that ends at a place, if it has six or more characters. */
function startBefore(end: number, text: string, forms: readonly string[]): readonly Range[] {
  for (let length = Math.min(forms[0]?.length ?? 0, end); length >= shortestCut; length -= 1) {
    const tail = text.slice(end - length, end);
    if (forms.some((form) => form.startsWith(tail))) return [[end - length, end]];
  }
  return [];
}

/** Percent-decoded text; each pair of digits is one character, as in Latin-1. */
interface Decoded {
  readonly text: string;
  /** Offset of each character, and of the end, in the original text; null for the original. */
  readonly starts: readonly number[] | null;
}

/** Percent-decodes a text once; returns null if it has no percent-encoding. */
function decoded({ text, starts }: Decoded): Decoded | null {
  if (!text.includes("%")) return null;
  const escape = /%[\da-f]{2}/gi;
  const parts: string[] = [];
  const places: number[] = [];
  let end = 0;
  const keep = (to: number): void => {
    parts.push(text.slice(end, to));
    for (let at = end; at < to; at += 1) places.push(starts === null ? at : (starts[at] ?? 0));
  };
  for (const { index, 0: code } of text.matchAll(escape)) {
    keep(index);
    parts.push(String.fromCharCode(Number.parseInt(code.slice(1), 16)));
    places.push(starts === null ? index : (starts[index] ?? 0));
    end = index + code.length;
  }
  if (end === 0) return null;
  keep(text.length);
  places.push(starts === null ? text.length : (starts[text.length] ?? 0));
  return { text: parts.join(""), starts: places };
}
