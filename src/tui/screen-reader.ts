import type { Store } from "./state/store.ts";

const intervalMs = 500;

/**
 * Returns the store with listeners notified at most twice a second: a screen reader reads every update aloud.
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
