/** Number of texts of a generation; a screen has a few hundred rows. */
const most = 512;

/**
 * Returns a pure function that caches its results by text, in two generations: a text that was not requested
 * during the last `most` new ones is dropped.
 * @param {(text: string, ...rest: any[]) => any} answer
 * @param {(...rest: any[]) => boolean} applies returns true if the result for these further arguments may be
 * cached
 */
export function remembered(answer, applies) {
  let recent = new Map();
  let older = new Map();
  return (text, ...rest) => {
    if (!applies(...rest)) return answer(text, ...rest);
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
