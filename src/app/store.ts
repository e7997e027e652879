/** A value that changes only by pure functions, and tells who listens. */
export interface Store<State> {
  get(): State;
  /** Applies a pure change; listeners hear of it only when the value is another one. */
  update(change: (state: State) => State): void;
  /** Runs changes that listeners hear of once, at the end: twenty keys in one read are one drawing. */
  batch(changes: () => void): void;
  /** @returns how to stop listening */
  subscribe(listener: () => void): () => void;
}

export function createStore<State>(initial: State): Store<State> {
  let state = initial;
  let told = initial;
  let depth = 0;
  const listeners = new Set<() => void>();

  function tell() {
    if (depth > 0) return;
    // A listener may change the state again; each value is told once, and the last one surely.
    while (!Object.is(told, state)) {
      told = state;
      for (const listener of listeners) listener();
    }
  }

  return {
    get: () => state,
    update(change) {
      state = change(state);
      tell();
    },
    batch(changes) {
      depth += 1;
      try {
        changes();
      } finally {
        depth -= 1;
        tell();
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
