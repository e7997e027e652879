/** What deliveries whose action is not over take of memory, up to a limit. */
export interface HeldBytes {
  /** @returns false: it would be too much, and nothing is held */
  hold(body: Uint8Array): boolean;
  /** To be called once for each body that is held. */
  letGo(body: Uint8Array): void;
}

/** Beside its body a delivery that waits has headers and the like. */
const overheadBytes = 4_096;

/** Where nothing else is said. */
const usualMostBytes = 256 * 1_048_576;

/** @param mostBytes bodies and what comes with them, together. @default 256 MiB */
export function makeHeldBytes(mostBytes = usualMostBytes): HeldBytes {
  let held = 0;
  return {
    hold({ byteLength }) {
      const bytes = byteLength + overheadBytes;
      if (held + bytes > mostBytes) return false;
      held += bytes;
      return true;
    },
    letGo({ byteLength }) {
      held -= byteLength + overheadBytes;
    },
  };
}
