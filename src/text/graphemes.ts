import { endOfStretch } from "./plain-units.ts";
import { displayWidth } from "./width.ts";

/** A user-perceived character and its width in columns. */
export interface Grapheme {
  readonly text: string;
  readonly width: number;
}

/** Created on first use, because creating it is slow. */
let segmenter: Intl.Segmenter | null = null;

/** Yields the graphemes of a text lazily. Their widths add up to the width of the text. */
export function* graphemes(text: string): Generator<Grapheme> {
  for (let index = 0; index < text.length;) {
    const end = endOfStretch(text, index);
    const stretch = text.slice(index, end);
    if (stretch.length === 1) {
      yield { text: stretch, width: displayWidth(stretch) };
    } else {
      segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" });
      for (const { segment } of segmenter.segment(stretch)) {
        yield { text: segment, width: displayWidth(segment) };
      }
    }
    index = end;
  }
}
