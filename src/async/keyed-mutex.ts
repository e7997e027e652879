/**
 * Mutex by key: runs the work of one key one at a time, in the order of the calls; a failure does not stop
 * the next. Work of other keys does not wait.
 */
export type KeyedMutex = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export function createKeyedMutex(): KeyedMutex {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const done = (last.get(key) ?? Promise.resolve()).then(work, work);
    last.set(key, done);
    try {
      return await done;
    } finally {
      if (last.get(key) === done) last.delete(key);
    }
  };
}
