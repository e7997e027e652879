/** Maximum number of cached texts; a screen has a few hundred rows. */
const most = 4_096;

/**
 * Returns a pure function that caches its results by text.
 * @param {(text: string, ...rest: any[]) => any} answer
 * @param {(...rest: any[]) => boolean} applies returns true if the result for these further arguments may be
 * cached
 */
export function remembered(answer, applies) {
  const known = new Map();
  return (text, ...rest) => {
    if (!applies(...rest)) return answer(text, ...rest);
    let value = known.get(text);
    if (value === undefined) {
      if (known.size >= most) known.clear();
      value = answer(text, ...rest);
      known.set(text, value);
    }
    return value;
  };
}
