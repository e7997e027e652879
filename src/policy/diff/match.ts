/** Which elements of two lists are the same thing, by their places. */
export interface Match {
  /** In the order of the old list. */
  readonly pairs: readonly (readonly [oldIndex: number, newIndex: number])[];
  /** Places in the old list. */
  readonly removed: readonly number[];
  /** Places in the new list. */
  readonly added: readonly number[];
}

/** Matches elements of one key, the first with the first, the second with the second. */
export function matchByKey(oldKeys: readonly string[], newKeys: readonly string[]): Match {
  const waiting = new Map<string, number[]>();
  for (const [index, key] of newKeys.entries()) {
    const places = waiting.get(key);
    if (places === undefined) waiting.set(key, [index]);
    else places.push(index);
  }
  const pairs: [number, number][] = [];
  const removed: number[] = [];
  for (const [index, key] of oldKeys.entries()) {
    const place = waiting.get(key)?.shift();
    if (place === undefined) removed.push(index);
    else pairs.push([index, place]);
  }
  return { pairs, removed, added: [...waiting.values()].flat().sort((a, b) => a - b) };
}

/** Whether what is in both lists stands in another order. */
export function isReordered({ pairs }: Match): boolean {
  return pairs.some(([, place], index) => {
    const before = pairs[index - 1];
    return before !== undefined && before[1] > place;
  });
}
