/**
 * Returns the width in columns of a plain UTF-16 unit: 1 for letters of common scripts, punctuation, arrows
 * and box drawing, 2 for kana, Han, Hangul syllables and fullwidth forms. A plain unit next to another one is
 * a whole character. Returns 0 for any other unit, whose width may depend on its neighbors.
 */
export function plainWidth(unit: number): 0 | 1 | 2 {
  if (
    (unit >= 0x20 && unit <= 0x7e) ||
    (unit >= 0xa0 && unit <= 0x2ff && unit !== 0xad) ||
    (unit >= 0x391 && unit <= 0x482 && unit !== 0x3a2) ||
    (unit >= 0x5d0 && unit <= 0x5ea) ||
    (unit >= 0x620 && unit <= 0x64a) ||
    (unit >= 0x2010 && unit <= 0x2027) ||
    (unit >= 0x2190 && unit <= 0x2319) ||
    (unit >= 0x2400 && unit <= 0x2426) ||
    (unit >= 0x2460 && unit <= 0x25fc) ||
    (unit >= 0x2713 && unit <= 0x2718) ||
    (unit >= 0x2758 && unit <= 0x2775) ||
    (unit >= 0x27e8 && unit <= 0x27e9)
  ) {
    return 1;
  }
  return (unit >= 0x4e00 && unit <= 0x9fff) ||
    (unit >= 0x3041 && unit <= 0x3096) ||
    (unit >= 0x30a1 && unit <= 0x30fa) ||
    (unit >= 0xac00 && unit <= 0xd7a3) ||
    (unit >= 0xff01 && unit <= 0xff60)
    ? 2
    : 0;
}

/** Returns the width of a text of plain units only; null if it has other ones. */
export function plainTextWidth(text: string): number | null {
  let width = 0;
  for (let index = 0; index < text.length; index++) {
    const unit = plainWidth(text.charCodeAt(index));
    if (unit === 0) return null;
    width += unit;
  }
  return width;
}

/**
 * Returns the end of the stretch that starts at `from`: the index of the second unit of the next pair of adjacent
 * plain units, or the length of the text. Two adjacent plain units are separate characters; a plain unit beside
 * another kind may be part of a cluster.
 */
export function endOfStretch(text: string, from: number): number {
  let isPlainBefore = plainWidth(text.charCodeAt(from)) > 0;
  for (let index = from + 1; index < text.length; index++) {
    const isPlain = plainWidth(text.charCodeAt(index)) > 0;
    if (isPlain && isPlainBefore) return index;
    isPlainBefore = isPlain;
  }
  return text.length;
}
