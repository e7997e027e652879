import type { Store } from "./state/store.ts";

const intervalMs = 500;

/**
 * Creates a view of the store that notifies each listener at most twice a second, because a screen reader
 * reads every update aloud.
 */
export function throttled(store: Store): Store {
  return {
    ...store,
    subscribe(listener) {
      let timer: NodeJS.Timeout | undefined;
      const unsubscribe = store.subscribe(() => {
        timer ??= setTimeout(() => {
          timer = undefined;
          listener();
        }, intervalMs);
      });
      return () => {
        clearTimeout(timer);
        unsubscribe();
      };
    },
  };
}
