import { invisibleClass, outOfPlace } from "./unsafe-characters.ts";

declare const visibleBrand: unique symbol;

/**
 * Text that is safe to draw: without control characters, misplaced invisible characters, or characters that
 * change the reading direction. Only the functions of this directory create it.
 */
export type Visible = string & { readonly [visibleBrand]: true };

/** Any character other than printable ASCII; a fast test, because most text has none. */
const notPlain = /[^ -~]/;

/**
 * Runs of characters outside the common blocks that consist of printable characters without marks: Latin,
 * Greek, Cyrillic, punctuation, symbols, box drawing, kana, Han, Hangul syllables. Only these runs are tested
 * further, because Unicode property classes match at a tenth of the speed. Each match of `unsafe` lies within
 * one run.
 */
const uncommon =
  /[^ -~\u00A0-\u00AC\u00AE-\u02FF\u0370-\u0482\u048A-\u058F\u2010-\u2027\u2030-\u205E\u20A0-\u20CF\u2100-\u2CEE\u3030-\u3098\u309B-\u3163\u3165-\uA66E\uAC00-\uD7A3\uFF01-\uFF9F]+/g;

/**
 * Marks drawn on the cell of the preceding character. Spacing marks (Mc) are not included, because they take
 * a cell of their own and occur in runs in ordinary Burmese.
 */
const mark = String.raw`[[\p{Mn}\p{Me}]--${invisibleClass}]`;

/**
 * Matches replaced characters (controls, lone surrogates, misplaced invisible characters) and runs of more than four
 * marks.
 */
const unsafeSource = String.raw`[\p{Cc}\p{Cs}${invisibleClass}]${outOfPlace}|(?<pile>${mark}{4})${mark}+`;

/**
 * Compiled `unsafeSource`, created on first use: compiling takes a millisecond, and most commands never need it.
 */
let unsafe: RegExp | null = null;

const controlPictures = 0x2400;
const deletePicture = "\u2421";
const replacementCharacter = "\uFFFD";

function replacementOf(match: string, pile: string | undefined): string {
  if (pile !== undefined) return pile;
  const code = match.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCharCode(controlPictures + code);
  if (code === 0x7f) return deletePicture;
  if (code >= 0xd800 && code <= 0xdfff) return replacementCharacter;
  return `⟨${code.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}

/** Cached results for runs of one UTF-16 unit, the common case; the regular expression costs twenty times more. */
const knownUnits: (string | undefined)[] = [];

/** Characters whose replacement depends on neighbors, possibly outside the run. */
const dependent = /\u200C|\u200D|\uFE0F/;

function withoutUnsafe(run: string, at: number, text: string): string {
  unsafe ??= new RegExp(unsafeSource, "gv");
  if (dependent.test(run)) {
    // The neighbors of a run are printable and never replaced.
    const before = text.slice(Math.max(0, at - 1), at);
    const after = text.slice(at + run.length, at + run.length + 1);
    const shown = `${before}${run}${after}`.replace(unsafe, replacementOf);
    return shown.slice(before.length, shown.length - after.length);
  }
  if (run.length > 1) return run.replace(unsafe, replacementOf);
  const unit = run.charCodeAt(0);
  return (knownUnits[unit] ??= run.replace(unsafe, replacementOf));
}

/**
 * Makes untrusted text safe to draw. Never throws, and returns safe text unchanged. C0 controls and DEL
 * become pictures (␊, ␉), C1 controls and misplaced invisible characters become their number (⟨202E⟩), lone
 * surrogates become U+FFFD, and runs of combining marks are cut to four. Use `visibleLines` to split lines
 * and expand tabs.
 */
export function visible(text: string): Visible;
export function visible(text: string): string {
  return notPlain.test(text) ? text.replace(uncommon, withoutUnsafe) : text;
}

/** Removes trailing joiners of a cut safe text. */
export function trimJoiners(text: string): string {
  return text.replace(/[\u200C\u200D]+$/, "");
}

/** Joins safe texts and makes the result safe again, because marks can pile up where two texts meet. */
export function joinVisible(...parts: readonly Visible[]): Visible {
  return visible(parts.join(""));
}

/** Returns the safe text of a template with any values: v`route ${name}: ${count} deliveries`. */
export function v(strings: TemplateStringsArray, ...values: readonly (string | number)[]): Visible {
  return visible(strings.reduce((text, part, index) => `${text}${values[index - 1] ?? ""}${part}`));
}
