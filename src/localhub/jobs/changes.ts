/** Notifies followers of a run about new output and state changes. */
export interface Changes {
  /** Resolves at the next change of this run; asked for before looking, so that none falls between. */
  next(id: string): Promise<void>;
  announce(id: string): void;
}

export function createChanges(): Changes {
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  return {
    next(id) {
      const known = waiting.get(id);
      if (known !== undefined) return known.promise;
      const made = Promise.withResolvers<void>();
      waiting.set(id, made);
      return made.promise;
    },
    announce(id) {
      waiting.get(id)?.resolve();
      waiting.delete(id);
    },
  };
}
