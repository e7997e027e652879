/**
 * A class for regular expressions with the `v` flag: characters without a glyph of their own that are no controls. Format characters
 * (bidi controls, zero width, tags, interlinear annotation), line and paragraph separators, and all else that is drawn as nothing
 * (soft hyphen, Hangul fillers, invisible operators). Not in it: the joiners U+200C and U+200D and variation selectors, which
 * scripts and emoji need.
 */
export const invisibleClass = String.raw`[[\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]--[\u200C\u200D\p{Variation_Selector}]]`;
