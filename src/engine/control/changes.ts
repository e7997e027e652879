/** Counts the changes of something and tells of each. */
export interface Changes {
  count(): number;
  /** It has changed. */
  tell(): void;
  /** Returns the way to stop. */
  subscribe(listener: () => void): () => void;
}

export function makeChanges(): Changes {
  const listeners = new Set<() => void>();
  let count = 0;
  return {
    count: () => count,
    tell() {
      count += 1;
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
