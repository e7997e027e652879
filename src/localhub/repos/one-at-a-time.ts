/** Starts work of one lane when all that was given before has ended, however it ended; other lanes do not wait for it. */
export function oneAtATime(): <T>(lane: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return async (lane, work) => {
    const done = (last.get(lane) ?? Promise.resolve()).then(work, work);
    last.set(lane, done);
    try {
      return await done;
    } finally {
      if (last.get(lane) === done) last.delete(lane);
    }
  };
}
