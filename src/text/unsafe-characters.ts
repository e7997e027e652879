/**
 * Class for regular expressions with the `v` flag: characters without a glyph that are not controls. Format characters
 * (bidi controls, zero width, joiners, tags, interlinear annotation), line and paragraph separators, and other characters that
 * draw nothing (soft hyphen, Hangul fillers, invisible operators, variation selectors).
 */
export const invisibleClass = String.raw`[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`;

/** Scripts whose ordinary spelling uses joiners. */
const joiningScripts =
  "Arabic Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala";
const joining = `[${joiningScripts.replaceAll(/\w+/g, String.raw`\p{Script_Extensions=$&}`).replaceAll(" ", "")}]`;
const letter = String.raw`[${joining}&&\p{L}]`;
const mark = String.raw`[${joining}&&\p{M}]`;

/**
 * Assertion after `invisibleClass`: the matched character is misplaced. Well placed are U+FE0F after a pictograph or in a keycap, U+200D
 * between two pictographs, and both joiners between letters of `joiningScripts`, of which the first may have two marks and the second a
 * virama before it.
 */
export const outOfPlace = String.raw`(?<!${[
  String.raw`\p{Extended_Pictographic}\uFE0F`,
  String.raw`[0-9#*]\uFE0F(?=\u20E3)`,
  String.raw`\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?\u200D(?=\p{Extended_Pictographic})`,
  String.raw`${letter}${mark}{0,2}[\u200C\u200D](?=${mark}?${letter})`,
].join("|")})`;
