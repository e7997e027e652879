/** A place in a lane's line. */
export interface Turn {
  /** Resolves when the one before has let go. */
  readonly ready: Promise<void>;
  /** Lets the next one start. May be called twice. */
  done(): void;
}

/** Lines of those who start one after another, by lane. `take` puts in line at once, before it returns. */
export function createTurns(): { take(lane: string): Turn } {
  const last = new Map<string, Promise<void>>();
  return {
    take(lane) {
      const ready = last.get(lane) ?? Promise.resolve();
      const { promise, resolve } = Promise.withResolvers<void>();
      last.set(lane, promise);
      return {
        ready,
        done() {
          resolve();
          if (last.get(lane) === promise) last.delete(lane);
        },
      };
    },
  };
}
