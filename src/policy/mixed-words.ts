/** A word of letters of more than one script, and the letter that stands out. */
export interface MixedWord {
  readonly word: string;
  readonly script: "Cyrillic" | "Greek";
  /** Of the first letter of that script, in UTF-16 units of the text. */
  readonly index: number;
  readonly letter: string;
}

const words = /[\p{L}\p{M}]+/gu;
/** The letter of an axis is no part of a word. */
const axisLetter = /Λ(?=\d)/g;
const latin = /\p{Script=Latin}/u;
const foreign = /(?<cyrillic>\p{Script=Cyrillic})|\p{Script=Greek}/u;

/** The words of a text in which Latin letters stand beside Cyrillic or Greek ones, in its order. A word is a run of letters and their marks. */
export function mixedWords(text: string): readonly MixedWord[] {
  // A space is as long as the letter: places stay.
  return Array.from(text.replaceAll(axisLetter, " ").matchAll(words)).flatMap((match) => {
    const [word] = match;
    const letter = latin.test(word) ? foreign.exec(word) : null;
    if (letter === null) return [];
    const script = letter.groups?.["cyrillic"] === undefined ? "Greek" : "Cyrillic";
    return { word, script, index: match.index + letter.index, letter: letter[0] };
  });
}
