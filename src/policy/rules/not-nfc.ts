import { characterNumber, codePointName } from "../characters/code-points.ts";
import { maxMarks, pileOfMarks } from "../characters/piled-marks.ts";
import { rewriting } from "../characters/unusual-texts.ts";
import type { Rule } from "./rule.ts";

/**
 * The fix is safe: both forms are the same text by definition (Unicode Standard Annex 15). Keys are not fixed if
 * their normal form already exists.
 */
export const notNfc: Rule = {
  id: "not-nfc",
  severity: "warning",
  summary: "A string is not in Unicode NFC.",
  explanation:
    "The same letters can be written with different characters: é is one character, or an e and an accent. Texts that look the same then differ when they are compared, searched or hashed. Receipts are computed on texts in NFC.",
  check: (_policy, { unusualTexts }) =>
    unusualTexts.flatMap((spot) => {
      const { text, path, at } = spot;
      const pile = pileOfMarks(text);
      if (pile !== null) {
        return {
          path,
          at,
          message: `more than ${maxMarks} combining marks in a row from character ${characterNumber(text, pile)} on, too many to convert to Unicode NFC`,
          hint: "remove the marks",
          fix: null,
        };
      }
      const normal = text.normalize();
      if (normal === text) return [];
      const index = firstDifference(text, normal);
      return {
        path,
        at,
        message: `not in Unicode NFC from character ${characterNumber(text, index)} on (${codePointName(text.slice(index))})`,
        hint: at === "key" ? "write the key in NFC" : "write the text in NFC",
        fix: rewriting(spot, normal, "convert to Unicode NFC", true),
      };
    }),
};

/**
 * Returns the offset of the first character that differs from the normal form, never within a surrogate pair.
 */
function firstDifference(text: string, normal: string): number {
  let index = 0;
  while (index < text.length && text.codePointAt(index) === normal.codePointAt(index)) {
    index += (text.codePointAt(index) ?? 0) > 0xffff ? 2 : 1;
  }
  return index;
}
