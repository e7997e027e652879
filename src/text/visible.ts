import { invisibleClass, outOfPlace } from "./unsafe-characters.ts";

declare const visibleBrand: unique symbol;

/**
 * Text that is safe to draw: no control character, nothing invisible, nothing that turns the reading direction.
 * Only the functions of this room make it.
 */
export type Visible = string & { readonly [visibleBrand]: true };

/** Everything but printable ASCII. Most text has none of it, and this test runs at memory speed. */
const notPlain = /[^ -~]/;

/**
 * Runs of what is not in a block of printing characters without marks: Latin, Greek, Cyrillic, punctuation, symbols, box drawing,
 * kana, Han, Hangul syllables. Only such runs are looked at closely, since classes of Unicode properties match at a tenth of the speed.
 * All that `unsafe` matches lies within one run.
 */
const uncommon =
  /[^ -~\u00A0-\u00AC\u00AE-\u02FF\u0370-\u0482\u048A-\u058F\u2010-\u2027\u2030-\u205E\u20A0-\u20CF\u2100-\u2CEE\u3030-\u3098\u309B-\u3163\u3165-\uA66E\uAC00-\uD7A3\uFF01-\uFF9F]+/g;

/**
 * What is drawn on the cell of the character before it. Spacing marks (Mc) take a cell of their own, pile nothing up, and stand in runs
 * in ordinary Burmese: they do not count.
 */
const mark = String.raw`[[\p{Mn}\p{Me}]--${invisibleClass}]`;

/** What is replaced (controls, lone surrogates, the invisible out of its place), or a pile of marks longer than four. */
const unsafeSource = String.raw`[\p{Cc}\p{Cs}${invisibleClass}]${outOfPlace}|(?<pile>${mark}{4})${mark}+`;

/** Made for the first text that needs it: that takes a millisecond, and most commands print none. */
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

/** Answers for runs of one UTF-16 unit, by unit: the common case (a lone control, an accent), and the regular expression costs twenty times more. */
const knownUnits: (string | undefined)[] = [];

/** Whether these are in their place depends on what stands beside them, which may be outside of the run. */
const dependent = /\u200C|\u200D|\uFE0F/;

function withoutUnsafe(run: string, at: number, text: string): string {
  unsafe ??= new RegExp(unsafeSource, "gv");
  if (dependent.test(run)) {
    // The neighbors of a run print, and are never replaced themselves.
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
 * Makes foreign text safe to draw. Total and idempotent; text that is safe already comes back as it is.
 * A control becomes its picture (a line feed is ␊, a tab ␉: split lines and expand tabs before, with `visibleLines`),
 * what is invisible is shown by its number (⟨202E⟩) but for joiners and selectors that spell emoji or words, a lone surrogate as U+FFFD, and of a run of combining marks four are kept.
 */
export function visible(text: string): Visible;
export function visible(text: string): string {
  return notPlain.test(text) ? text.replace(uncommon, withoutUnsafe) : text;
}

/** What is left of a safe text that was cut: a joiner at its end has nothing to join any more. */
export function trimJoiners(text: string): string {
  return text.replace(/[\u200C\u200D]+$/, "");
}

/** Joins safe texts. Checked again, since marks at the seam could pile up. */
export function joinVisible(...parts: readonly Visible[]): Visible {
  return visible(parts.join(""));
}

/** A template whose result is safe whatever is put in: v`route ${name}: ${count} deliveries`. */
export function v(strings: TemplateStringsArray, ...values: readonly (string | number)[]): Visible {
  return visible(String.raw({ raw: strings }, ...values));
}
