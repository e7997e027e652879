/** Holds a value, changes it by pure functions, and notifies listeners. */
export interface Store<State> {
  get(): State;
  /** Applies a pure change; listeners are notified if the value differs. */
  update(change: (state: State) => State): void;
  /** Runs several changes and notifies listeners once. */
  batch(changes: () => void): void;
  /** @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void;
}

export function createStore<State>(initial: State): Store<State> {
  let state = initial;
  let notified = initial;
  let depth = 0;
  const listeners = new Set<() => void>();

  function notify() {
    if (depth > 0) return;
    // A listener may change the state again; the last value is always announced.
    while (!Object.is(notified, state)) {
      notified = state;
      for (const listener of listeners) listener();
    }
  }

  return {
    get: () => state,
    update(change) {
      state = change(state);
      notify();
    },
    batch(changes) {
      depth += 1;
      try {
        changes();
      } finally {
        depth -= 1;
        notify();
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
