/**
 * Creates a function that computes each value once: a call with the same first argument, an object, and the same other
 * arguments as the last call for that object returns the same value. Values are kept as long as their objects.
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

function isSame(before: readonly unknown[], now: readonly unknown[]): boolean {
  return before.length === now.length && before.every((one, index) => Object.is(one, now[index]));
}
