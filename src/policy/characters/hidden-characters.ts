import { invisibleClass } from "../../text/unsafe-characters.ts";

/**
 * Pattern of invisible characters: controls (Cc) other than tab, line feed and carriage return; characters
 * without a glyph (`invisibleClass`: bidi controls, zero width, joiners, soft hyphen, byte order mark, line
 * separators, tags, fillers); and variation selectors without a character to vary, since runs of them can
 * hide text. A selector after an emoji, a digit, or a letter or symbol beyond ASCII is allowed.
 */
const hidden = new RegExp(
  String.raw`[[\p{Cc}--[\t\n\r]][${invisibleClass}--\p{Variation_Selector}]]|(?<![\p{Emoji}[[\p{L}\p{S}]--\p{ASCII}]])\p{Variation_Selector}`,
  "gv",
);

/**
 * Hidden characters with a visible effect: vertical tab, form feed, next line and the line separators separate words,
 * and a joiner changes the shape of its neighbors.
 */
const seenWhenGone: ReadonlySet<string> = new Set("\v\f\u0085\u2028\u2029\u200C\u200D");
const drawnAsNothing = /^[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}]$/u;

/** Hidden characters of a text. */
interface HiddenCharacters {
  readonly count: number;
  /** First hidden character, and its offset in UTF-16 units. */
  readonly first: string;
  readonly index: number;
  /** Text without the hidden characters. */
  readonly without: string;
  /** True if removing them leaves the visible text unchanged and not empty. */
  readonly areSafeToRemove: boolean;
}

/** Finds the hidden characters of a text; returns null if there are none. */
export function hiddenCharacters(text: string): HiddenCharacters | null {
  let count = 0;
  const places = new Map<string, number>();
  const without = text.replaceAll(hidden, (character: string, index: number) => {
    count++;
    if (!places.has(character)) places.set(character, index);
    return "";
  });
  const [found] = places;
  if (found === undefined) return null;
  const [first, index] = found;
  const isSafeToRemove = (character: string) =>
    drawnAsNothing.test(character) && !seenWhenGone.has(character);
  const areSafeToRemove = without.trim() !== "" && [...places.keys()].every(isSafeToRemove);
  return { count, first, index, without, areSafeToRemove };
}

const kinds: readonly (readonly [RegExp, string])[] = [
  [/^\p{Bidi_Control}$/u, "bidi control"],
  [/^\p{Cc}$/u, "control character"],
  [/^\u00AD$/u, "soft hyphen"],
  [/^\uFEFF$/u, "byte order mark"],
  [/^[\u200B-\u200D\u2060]$/u, "zero-width character"],
  [/^[\u2028\u2029]$/u, "line separator"],
  [/^\p{Variation_Selector}$/u, "stray variation selector"],
];

/** Returns the kind of a hidden character: `bidi control`. */
export function hiddenKind(character: string): string {
  return kinds.find(([pattern]) => pattern.test(character))?.[1] ?? "invisible character";
}
