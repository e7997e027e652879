/** Change of the state as plain data, so that it can be recorded and replayed. */
export interface Action {
  /** Names of the slice and the change, for example `jobs/logOpened`. */
  readonly type: string;
  readonly args: readonly unknown[];
}

/** State of the app: one value per slice, read by `slice.get(state)`. */
export type AppState = Readonly<Record<string, unknown>>;

type Change<S> = (state: S, ...args: never[]) => S;
type ArgumentsOf<F> = F extends (state: never, ...args: infer A) => unknown ? A : never;
type ActionCreators<S, C> = {
  readonly [K in keyof C]: (...args: ArgumentsOf<C[K]>) => Action;
} & {
  /** Creates an action that replaces some fields; the state is the same if their values are. */
  readonly set: (change: Partial<S>) => Action;
};

/** Part of the state, as the store uses it. */
export interface StoredSlice {
  readonly name: string;
  readonly initial: unknown;
  /**
   * Returns the changed state.
   * @throws {TypeError} if the slice has no such change
   */
  reduce(state: unknown, action: Action): unknown;
}

/** Part of the state with its typed changes. */
export interface Slice<S, C = unknown> extends StoredSlice {
  readonly initial: S;
  readonly actions: ActionCreators<S, C>;
  get(state: AppState): S;
}

/** Creates a slice from pure changes, whose arguments are plain data. */
export function createSlice<S extends object, C extends Readonly<Record<string, Change<S>>>>(
  name: string,
  initial: S,
  changes: C,
): Slice<S, C> {
  // A change to the same values must not cause a redraw.
  const set = (state: S, change: Partial<S>): S => {
    const isSame = Object.entries(change).every(([key, value]) => Object.is(value, state[key as keyof S]));
    return isSame ? state : { ...state, ...change };
  };
  const all: Readonly<Record<string, Change<S>>> = { set, ...changes };
  const creators = Object.keys(all).map((key) => {
    const type = `${name}/${key}`;
    return [key, (...args: readonly unknown[]): Action => ({ type, args })] as const;
  });
  return {
    name,
    initial,
    actions: Object.fromEntries(creators) as unknown as ActionCreators<S, C>,
    get: (state) => (state[name] ?? initial) as S,
    reduce(state, { type, args }) {
      const key = type.slice(name.length + 1);
      const change = Object.hasOwn(all, key) ? all[key] : undefined;
      if (change === undefined) throw new TypeError(`unknown action ${type}`);
      return change((state ?? initial) as S, ...(args as never[]));
    },
  };
}
