import type { IUnicodeVersionProvider } from "@xterm/headless";

const wide =
  /^[\p{Emoji_Presentation}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\u3000-\u303e\u30fb\u30fc\uff01-\uff60\uffe0-\uffe6]$/u;
const narrowAfterAll = /^[\u1160-\u11ff\uff61-\uffdc]$/u;
const zeroWidth = /^[\p{Mn}\p{Me}\p{Cf}\u1160-\u11ff]$/u;
const regionalIndicator = /^\p{Regional_Indicator}$/u;
const pictograph = /^\p{Extended_Pictographic}$/u;
const skinTone = /^\p{Emoji_Modifier}$/u;
const emojiVariation = 0xfe0f;
const zeroWidthJoiner = 0x200d;

/** Preceding characters that the next one may join. */
const state = { other: 0, pictograph: 1, joinedPictograph: 2, flagHalf: 3 } as const;

/**
 * Character widths of terminals of today: emoji are two columns wide, and flags, families and skin tones one character,
 * as Ink counts them. The emulator's own table is that of Unicode 6, in which every emoji is narrow.
 */
export const presentDayWidths: IUnicodeVersionProvider = {
  version: "present-day",
  wcwidth: widthOf,
  charProperties(code, preceding) {
    const character = String.fromCodePoint(code);
    const before = preceding >> 3;
    const widthBefore = (preceding >> 1) & 3;
    if (preceding !== 0) {
      if (before === state.flagHalf && regionalIndicator.test(character))
        return properties(state.other, 2, true);
      if (before === state.joinedPictograph && pictograph.test(character))
        return properties(state.pictograph, widthBefore, true);
      if (before === state.pictograph && (skinTone.test(character) || code === emojiVariation))
        return properties(state.pictograph, 2, true);
      if (before === state.pictograph && code === zeroWidthJoiner)
        return properties(state.joinedPictograph, widthBefore, true);
      if (widthOf(code) === 0) return properties(before, widthBefore, true);
    }
    if (regionalIndicator.test(character)) return properties(state.flagHalf, 1, false);
    return properties(pictograph.test(character) ? state.pictograph : state.other, widthOf(code), false);
  },
};

function widthOf(code: number): 0 | 1 | 2 {
  if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return 0;
  if (code < 0x300) return 1;
  const character = String.fromCodePoint(code);
  if (zeroWidth.test(character)) return 0;
  return wide.test(character) && !narrowAfterAll.test(character) ? 2 : 1;
}

/** The emulator's packing: the state to hand to the next character, the width, and whether this one joins the last. */
function properties(next: number, width: number, joins: boolean): number {
  return (next << 3) | (width << 1) | (joins ? 1 : 0);
}
