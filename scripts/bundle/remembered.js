/** Forgotten all at once when there are more: a screen has some hundred rows. */
const most = 4_096;

/**
 * A pure function of a text that remembers its answers.
 * @param {(text: string, ...rest: any[]) => any} answer
 * @param {(...rest: any[]) => boolean} applies whether the further arguments are the usual ones
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
