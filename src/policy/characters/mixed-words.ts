/** Word with Latin letters and another script, and its first foreign letter. */
export interface MixedWord {
  readonly word: string;
  /** Offset of the word in the text, in UTF-16 units. */
  readonly start: number;
  readonly script: "Cyrillic" | "Greek";
  /** First letter of `script`, and its offset in the text, in UTF-16 units. */
  readonly letter: string;
  readonly letterIndex: number;
}

type LetterKind = "Latin" | "Cyrillic" | "Greek" | "other";

const kinds: readonly (readonly [RegExp, LetterKind])[] = [
  [/^\p{Script=Latin}$/u, "Latin"],
  [/^\p{Script=Cyrillic}$/u, "Cyrillic"],
  [/^\p{Script=Greek}$/u, "Greek"],
  [/^[\p{L}\p{M}]$/u, "other"],
];
const inWord = /^[\p{L}\p{M}]$/u;
const foreign = /[\p{Script=Cyrillic}\p{Script=Greek}]/u;

/** Returns the kind of a character; null outside a word, as for the Λ of an axis before a digit. */
function kindOf(character: string, next: string | undefined): LetterKind | null {
  if (!inWord.test(character)) return null;
  if (character === "Λ" && next !== undefined && next >= "0" && next <= "9") return null;
  return kinds.find(([pattern]) => pattern.test(character))?.[1] ?? null;
}

/**
 * Finds the words of a text that mix Latin letters with Cyrillic or Greek ones, in order. A word is a run of
 * letters and their marks. Loops over characters, because a regular expression overflows its stack on a run
 * of millions.
 */
export function mixedWords(text: string): readonly MixedWord[] {
  if (!foreign.test(text)) return [];
  const found: MixedWord[] = [];
  let start = 0;
  let hasLatin = false;
  let stranger: Pick<MixedWord, "script" | "letter" | "letterIndex"> | null = null;
  const endWord = (end: number) => {
    if (hasLatin && stranger !== null) found.push({ word: text.slice(start, end), start, ...stranger });
    hasLatin = false;
    stranger = null;
  };
  let index = 0;
  for (const character of text) {
    const next = index + character.length;
    const kind = kindOf(character, text[next]);
    if (kind === null) {
      endWord(index);
      start = next;
    } else if (kind === "Latin") hasLatin = true;
    else if (kind !== "other") stranger ??= { script: kind, letter: character, letterIndex: index };
    index = next;
  }
  endWord(index);
  return found;
}

/**
 * Cyrillic and Greek letters that look like Latin ones, from the confusables of Unicode Technical Standard
 * 39.
 */
const latinOf: ReadonlyMap<string, string> = new Map(
  [
    ["АаВЕеѕЅіІјЈКМНОоРрСсТХхУуԁԛԝһ", "AaBEesSiIjJKMHOoPpCcTXxYydqwh"],
    ["ΑΒΕΖΗΙΚΜΝΟοΡΤΥΧν", "ABEZHIKMNOoPTYXv"],
  ].flatMap(([foreign = "", latin = ""]) =>
    Array.from(foreign, (letter, index): [string, string] => [letter, latin[index] ?? letter]),
  ),
);

/** Replaces Cyrillic and Greek letters by Latin lookalikes. Returns null if a letter has none. */
export function inLatin(word: string): string | null {
  const latin = Array.from(word, (letter) => latinOf.get(letter) ?? letter).join("");
  return /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(latin) ? null : latin;
}
