import { endOfStretch } from "./plain-units.ts";
import { displayWidth } from "./width.ts";

/** What a reader takes for one character, and the columns it takes. */
export interface Grapheme {
  readonly text: string;
  readonly width: number;
}

/** Made for the first text that needs it: that takes longer than anything else a short command does. */
let segmenter: Intl.Segmenter | null = null;

/** The characters of a text in order, found as they are asked for. Their widths add up to the text's. */
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
