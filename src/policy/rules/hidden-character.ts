import { characterNumber, codePointName } from "../code-points.ts";
import { hiddenCharacters, hiddenKind, isSafeToRemove } from "../hidden-characters.ts";
import { rewriting } from "../unusual-texts.ts";
import type { Rule } from "./rule.ts";

/** One finding a string. The fix is safe where what is seen stays as it is without them. */
export const hiddenCharacter: Rule = {
  id: "hidden-character",
  severity: "error",
  summary:
    "A string holds a bidi control, a zero-width character, a soft hyphen, a byte order mark or a control character other than tab, line feed and carriage return.",
  explanation:
    "Characters that are not seen make a text read otherwise than it is: bidi controls turn the order of what is shown, zero-width ones make two equal looking ids differ. Remove them. Joiners that a script or an emoji needs are reported too: write the text without them, or leave the emoji out.",
  check: (_policy, { unusualTexts }) =>
    unusualTexts.flatMap((spot) => {
      const { text, path, at } = spot;
      const hidden = hiddenCharacters(text);
      const [first] = hidden;
      if (first === undefined) return [];
      const without = hidden.reduceRight(
        (rest, { index, character }) => rest.slice(0, index) + rest.slice(index + character.length),
        text,
      );
      const more = hidden.length > 1 ? `, and ${hidden.length - 1} more` : "";
      const them = hidden.length > 1 ? "them" : "it";
      return {
        path,
        at,
        message: `${hiddenKind(first.character)} ${codePointName(first.character)} at character ${characterNumber(text, first.index)}${more}`,
        hint: `remove ${them}`,
        fix: rewriting(
          spot,
          without,
          `removes ${them}`,
          without.trim() !== "" && hidden.every(({ character }) => isSafeToRemove(character)),
        ),
      };
    }),
};
