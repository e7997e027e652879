/** A number of places, and a queue for them in the order of arrival. */
export interface Slots {
  /** Resolves with the way to give the place back, when there is one; with null when the queue was closed before. */
  take(): Promise<(() => void) | null>;
  busy(): number;
  queued(): number;
  /** Nobody gets a place any more; who waits for one is told. */
  close(): void;
}

/** @param onChange called when a place is taken or given back, or somebody waits for one */
export function makeSlots(places: number, onChange: () => void): Slots {
  let busy = 0;
  let isClosed = false;
  // In the order of insertion, and without moving what is behind when the first is taken out.
  const queue = new Set<(giveBack: (() => void) | null) => void>();

  function giveBack(): void {
    const [next] = queue;
    if (next === undefined) busy -= 1;
    else {
      queue.delete(next);
      next(makeGiveBack());
    }
    onChange();
  }

  function makeGiveBack(): () => void {
    let isBack = false;
    return () => {
      if (isBack) return;
      isBack = true;
      giveBack();
    };
  }

  return {
    take() {
      if (isClosed) return Promise.resolve(null);
      const { promise, resolve } = Promise.withResolvers<(() => void) | null>();
      if (busy < places) {
        busy += 1;
        resolve(makeGiveBack());
      } else queue.add(resolve);
      onChange();
      return promise;
    },
    busy: () => busy,
    queued: () => queue.size,
    close() {
      isClosed = true;
      const left = [...queue];
      queue.clear();
      for (const tell of left) tell(null);
      onChange();
    },
  };
}
