/**
 * Memoizes a function by its first argument, an object. A call with the same other arguments as the last call for
 * that object returns the same value. Values live as long as their objects.
 */
export function memo<Key extends object, Rest extends readonly unknown[], Value>(
  compute: (key: Key, ...rest: Rest) => Value,
): (key: Key, ...rest: Rest) => Value {
  const known = new WeakMap<Key, { readonly rest: Rest; readonly value: Value }>();
  return (key, ...rest) => {
    const last = known.get(key);
    if (last !== undefined && isSame(last.rest, rest)) return last.value;
    const value = compute(key, ...rest);
    known.set(key, { rest, value });
    return value;
  };
}

/** Returns true for lists of the same values. */
export function isSame(before: readonly unknown[], now: readonly unknown[]): boolean {
  return before.length === now.length && before.every((one, index) => Object.is(one, now[index]));
}
