/**
 * Character class for regular expressions with the `v` flag: format characters (bidi controls, zero-width
 * characters, joiners, soft hyphen, tags, interlinear annotation), line and paragraph separators, and other
 * characters that draw nothing (Hangul fillers, invisible operators, variation selectors).
 */
export const invisibleClass = String.raw`[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`;

/** Scripts whose ordinary spelling uses joiners. */
const joiningScripts =
  "Arabic Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala";
const joining = `[${joiningScripts.replaceAll(/\w+/g, String.raw`\p{Script_Extensions=$&}`).replaceAll(" ", "")}]`;
const letter = String.raw`[${joining}&&\p{L}]`;
const mark = String.raw`[${joining}&&\p{M}]`;

/**
 * Lookbehind assertion to put after `invisibleClass`. Fails if the character is in place: U+FE0F after a
 * pictograph or in a keycap, U+200D between two pictographs, and both joiners between letters of
 * `joiningScripts`, where the first letter may have up to two marks and one mark may precede the second.
 */
export const outOfPlace = String.raw`(?<!${[
  String.raw`\p{Extended_Pictographic}\uFE0F`,
  String.raw`[0-9#*]\uFE0F(?=\u20E3)`,
  String.raw`\p{Extended_Pictographic}[\uFE0F\p{Emoji_Modifier}]?\u200D(?=\p{Extended_Pictographic})`,
  String.raw`${letter}${mark}{0,2}[\u200C\u200D](?=${mark}?${letter})`,
].join("|")})`;
