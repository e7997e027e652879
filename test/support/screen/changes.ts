/** State that an error about a missing change reports. */
export interface Scene {
  /** Screen as text. */
  picture(): string;
  /** End of the program; undefined while it runs. */
  ending(): string | undefined;
  /** Returns true within a frame of synchronized output, which a terminal does not show until it is complete. */
  isHalfDrawn(): boolean;
}

export interface Changes {
  /** Reports that the screen changed by output that arrived at this time, or that the program ended. */
  happened(atMs: number): void;
  /**
   * Waits until the condition holds, checking it at once and after each change. Resolves with the time of that
   * change; rejects with the screen in the message after the timeout, or when the program has ended.
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
