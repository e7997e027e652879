/** List that only grows, with a wait for its length. */
export interface GrowingList<T> {
  readonly items: readonly T[];
  readonly add: (item: T) => void;
  /** Resolves when there are `n` items. */
  readonly reached: (n: number) => Promise<void>;
}

export function growingList<T>(): GrowingList<T> {
  const items: T[] = [];
  const waiting = new Set<{ readonly n: number; readonly resolve: () => void }>();
  return {
    items,
    add(item) {
      items.push(item);
      for (const one of waiting) {
        if (items.length < one.n) continue;
        waiting.delete(one);
        one.resolve();
      }
    },
    reached: (n) =>
      new Promise((resolve) => {
        if (items.length >= n) resolve();
        else waiting.add({ n, resolve });
      }),
  };
}
