import type { Action, AppState, StoredSlice } from "./slice.ts";

/** State of the app with its listeners. */
export interface Store {
  get(): AppState;
  /** Adds the slices of features that are loaded later. The others keep their state. */
  addSlices(added: readonly StoredSlice[]): void;
  /** Applies an action; listeners are notified if the state changed. */
  dispatch(action: Action): void;
  /** Calls `changes`, then notifies listeners once if the state changed. */
  batch(changes: () => void): void;
  /**
   * Delays the notification of listeners, so that a change and its immediate consequences share one frame.
   * @param maxMs maximum delay
   * @returns a function that ends the delay; further calls do nothing
   */
  hold(maxMs: number): () => void;
  /** @returns a function that unsubscribes */
  subscribe(listener: () => void): () => void;
  /** Current time in ms since the epoch; `nowMs` in the state may be older. */
  nowMs(): number;
}

export interface StoreOptions {
  readonly nowMs?: () => number;
  /** Called with every action before it is applied. */
  readonly onAction?: (action: Action) => void;
}

export function createStore(
  slices: readonly StoredSlice[],
  { nowMs = Date.now, onAction }: StoreOptions = {},
): Store {
  let reduce = createReducer(slices);
  let state = initialState(slices);
  let notified = state;
  let depth = 0;
  const listeners = new Set<() => void>();

  function notify() {
    if (depth > 0) return;
    // Listeners may change the state; they are then notified again.
    while (!Object.is(notified, state)) {
      notified = state;
      for (const listener of listeners) listener();
    }
  }

  return {
    get: () => state,
    addSlices(added) {
      reduce = createReducer([...slices, ...added]);
      state = { ...initialState(added), ...state };
      notify();
    },
    dispatch(action) {
      onAction?.(action);
      state = reduce(state, action);
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
    hold(maxMs) {
      let isHeld = true;
      depth += 1;
      const release = () => {
        clearTimeout(timer);
        if (!isHeld) return;
        isHeld = false;
        depth -= 1;
        notify();
      };
      const timer = setTimeout(release, maxMs);
      return release;
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    nowMs,
  };
}

export function initialState(slices: readonly StoredSlice[]): AppState {
  return Object.fromEntries(slices.map(({ name, initial }) => [name, initial]));
}

/** Creates a function that applies an action; it returns the same state if nothing changed. */
export function createReducer(slices: readonly StoredSlice[]): (state: AppState, action: Action) => AppState {
  const byName = new Map(slices.map((slice) => [slice.name, slice]));
  return (state, action) => {
    const name = action.type.slice(0, action.type.indexOf("/"));
    const slice = byName.get(name);
    if (slice === undefined) throw new TypeError(`no slice reduces ${action.type}`);
    const next = slice.reduce(state[name], action);
    return Object.is(next, state[name]) ? state : { ...state, [name]: next };
  };
}
