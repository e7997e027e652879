/** Number of texts of a generation; a screen has a few hundred rows. */
const most = 512;

/**
 * Returns a pure function of a text that caches its results, in two generations: a text that was not requested
 * during the last `most` new ones is dropped.
 * @param answer its result depends on the text only; further arguments spare it work
 */
export function remembered<Rest extends readonly unknown[], Answer extends string | number | object>(
  answer: (text: string, ...rest: Rest) => Answer,
): (text: string, ...rest: Rest) => Answer {
  let recent = new Map<string, Answer>();
  let older = new Map<string, Answer>();
  return (text, ...rest) => {
    const known = recent.get(text);
    if (known !== undefined) return known;
    const value = older.get(text) ?? answer(text, ...rest);
    if (recent.size >= most) {
      older = recent;
      recent = new Map();
    }
    recent.set(text, value);
    return value;
  };
}
