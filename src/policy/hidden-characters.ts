import { invisibleClass } from "../text/unsafe-characters.ts";

/**
 * What a reader does not see: controls (Cc) other than tab, line feed and carriage return; whatever has no glyph of its own
 * (`invisibleClass`: bidi controls, zero width, soft hyphen, byte order mark, line separators, tags, fillers); the joiners U+200C and
 * U+200D; and variation selectors that have nothing to vary, since runs of them carry text of their own. One behind an emoji, a digit
 * or a letter or symbol beyond ASCII is as Unicode has it.
 */
const hidden = new RegExp(
  String.raw`[[\p{Cc}--[\t\n\r]]\u200C\u200D${invisibleClass}]|(?<![\p{Emoji}[[\p{L}\p{S}]--\p{ASCII}]])\p{Variation_Selector}`,
  "gv",
);

/** All of them, in the order of the text. */
export function hiddenCharacters(text: string): readonly { index: number; character: string }[] {
  return Array.from(text.matchAll(hidden), (match) => ({ index: match.index, character: match[0] }));
}

/** Vertical tab, form feed, next line and the line separators part words, and a joiner changes how its neighbours are drawn. */
const seenWhenGone: ReadonlySet<string> = new Set("\v\f\u0085\u2028\u2029\u200C\u200D");
const drawnAsNothing = /^[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}]$/u;

/** Whether a hidden character can go without a change of what is seen. */
export function isSafeToRemove(character: string): boolean {
  return drawnAsNothing.test(character) && !seenWhenGone.has(character);
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

/** What a hidden character is called: `bidi control`. */
export function hiddenKind(character: string): string {
  return kinds.find(([pattern]) => pattern.test(character))?.[1] ?? "invisible character";
}
