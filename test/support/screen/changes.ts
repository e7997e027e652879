/** What an error about something never seen tells of the moment. */
export interface Scene {
  /** The screen, drawn for reading. */
  picture(): string;
  /** How the program ended, if it has. */
  ending(): string | undefined;
  /** A frame has begun and is not whole: a terminal with synchronized output does not show that, and nobody shall look at it. */
  isHalfDrawn(): boolean;
}

export interface Changes {
  /** Says that the screen changed, by output that arrived at this time, or that the program ended. */
  happened(atMs: number): void;
  /**
   * Waits for a change after which the condition holds, looking at once and then at each change.
   * Gives the time of that change; fails, with the screen in the message, after the timeout or when the program has ended.
   */
  until(condition: () => boolean, what: string, timeoutMs: number): Promise<number>;
}

export function createChanges(scene: Scene): Changes {
  const watchers = new Set<(atMs: number) => void>();
  return {
    happened(atMs) {
      for (const watcher of watchers) watcher(atMs);
    },
    until(condition, what, timeoutMs) {
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const fail = (why: string) => reject(new Error(`${what} not seen ${why}\n${scene.picture()}`));
      const timer = setTimeout(() => fail(`in ${timeoutMs} ms`), timeoutMs);
      const look = (atMs: number) => {
        const ending = scene.ending();
        if (ending === undefined && scene.isHalfDrawn()) return;
        try {
          if (condition()) resolve(atMs);
          else if (ending !== undefined) fail(`before the program ended (${ending})`);
        } catch (error) {
          reject(error);
        }
      };
      watchers.add(look);
      look(performance.now());
      return promise.finally(() => {
        clearTimeout(timer);
        watchers.delete(look);
      });
    },
  };
}
