import { plural } from "../../text/numbers.ts";
import { characterNumber, codePointName } from "../characters/code-points.ts";
import { type MixedWord, inLatin, mixedWords } from "../characters/mixed-words.ts";
import { rewriting } from "../characters/unusual-texts.ts";
import { quoted } from "../quoted.ts";
import type { Rule } from "./rule.ts";

/** Maximum number of mixed words that a fix changes; a text with more is written in two scripts. */
const maxRewritten = 100;

/** Returns the text with Latin letters in its mixed words; null if a foreign letter has no Latin lookalike. */
function withLatinLetters(text: string, mixed: readonly MixedWord[]): string | null {
  let written = "";
  let done = 0;
  for (const { word, start } of mixed) {
    const latin = inLatin(word);
    if (latin === null) return null;
    written += text.slice(done, start) + latin;
    done = start + word.length;
  }
  return written + text.slice(done);
}

/**
 * Reports one finding per string. A fix is offered if every Cyrillic and Greek letter of the mixed words
 * looks like a Latin one. It is not safe: the word may be intended.
 */
export const mixedScript: Rule = {
  id: "mixed-script",
  severity: "warning",
  summary: "A word mixes Latin letters with Cyrillic or Greek ones (except Λ before a digit).",
  explanation:
    "Some letters of these scripts look the same: a search does not find a name, an ID or a citation that has a Cyrillic а. Write each word in one script. The micro sign µ (U+00B5) belongs to no script and may precede a Latin unit.",
  check: (_policy, { unusualTexts }) =>
    unusualTexts.flatMap((spot) => {
      const { text, path, at } = spot;
      const mixed = mixedWords(text);
      const [first] = mixed;
      if (first === undefined) return [];
      const more = mixed.length > 1 ? `, and ${plural(mixed.length - 1, "more such word")}` : "";
      const rewritten = mixed.length > maxRewritten ? null : withLatinLetters(text, mixed);
      return {
        path,
        at,
        message: `the word ${quoted(first.word)} mixes Latin and ${first.script} letters: ${codePointName(first.letter)} at character ${characterNumber(text, first.letterIndex)}${more}`,
        hint: rewritten === null ? "write the word in one script" : "write the word in Latin letters",
        fix: rewritten === null ? null : rewriting(spot, rewritten, "change to Latin letters", false),
      };
    }),
};
