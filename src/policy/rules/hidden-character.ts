import { characterNumber, codePointName } from "../characters/code-points.ts";
import { hiddenCharacters, hiddenKind } from "../characters/hidden-characters.ts";
import { rewriting } from "../characters/unusual-texts.ts";
import type { Rule } from "./rule.ts";

/** Reports one finding per string. The fix is safe if the visible text stays the same and is not empty. */
export const hiddenCharacter: Rule = {
  id: "hidden-character",
  severity: "error",
  summary:
    "A string has a bidi control, a zero-width character, a soft hyphen, a byte order mark or a control character other than tab, line feed and carriage return.",
  explanation:
    "Invisible characters change how a text reads: bidi controls change the displayed order, and zero-width characters make IDs differ that look the same. Remove them. Joiners that a script or an emoji needs are reported too: write the text without them, or omit the emoji.",
  check: (_policy, { unusualTexts }) =>
    unusualTexts.flatMap((spot) => {
      const { text, path, at } = spot;
      const hidden = hiddenCharacters(text);
      if (hidden === null) return [];
      const { count, first, index, without, areSafeToRemove } = hidden;
      const more = count > 1 ? `, and ${count - 1} more` : "";
      const them = count > 1 ? "them" : "it";
      return {
        path,
        at,
        message: `${hiddenKind(first)} ${codePointName(first)} at character ${characterNumber(text, index)}${more}`,
        hint: `remove ${them}`,
        fix: rewriting(spot, without, `remove ${them}`, areSafeToRemove),
      };
    }),
};
