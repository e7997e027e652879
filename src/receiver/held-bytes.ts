/** Memory limit for deliveries whose action has not ended. */
export interface HeldBytes {
  /**
   * Reserves memory for a body.
   * @returns false if this would exceed the limit; reserves nothing then
   */
  hold(body: Uint8Array): boolean;
  /** Releases the memory of a body. Must be called once for each reserved body. */
  release(body: Uint8Array): void;
}

/** Estimated memory of a waiting delivery besides its body, in bytes: headers and bookkeeping. */
const overheadBytes = 4_096;

/** Default limit, in bytes. */
const defaultMaxBytes = 256 * 1_048_576;

/**
 * Creates a memory limit.
 * @param maxBytes limit for bodies and their overhead. @default 256 MiB
 */
export function makeHeldBytes(maxBytes = defaultMaxBytes): HeldBytes {
  let held = 0;
  return {
    hold({ byteLength }) {
      const bytes = byteLength + overheadBytes;
      if (held + bytes > maxBytes) return false;
      held += bytes;
      return true;
    },
    release({ byteLength }) {
      held -= byteLength + overheadBytes;
    },
  };
}

/** Maximum size of a body that may use the whole budget, in bytes. */
const smallBytes = 65_536;

/** Memory budget of bodies, from the acceptance of their request until their row is stored. */
export interface BodyBudget {
  /**
   * Reserves bytes for a body. Keeps a quarter of the budget for small bodies, so that a few endless large ones do
   * not block every delivery.
   * @param held bytes already reserved for the body
   * @returns false if the budget is exhausted; reserves nothing then
   */
  take(bytes: number, held: number): boolean;
  /** Releases bytes. */
  give(bytes: number): void;
}

/** Creates a budget. @param maxBytes limit for all bodies */
export function makeBodyBudget(maxBytes: number): BodyBudget {
  let used = 0;
  return {
    take(bytes, held) {
      const room = held + bytes > smallBytes ? maxBytes * 0.75 : maxBytes;
      if (used + bytes > room) return false;
      used += bytes;
      return true;
    },
    give(bytes) {
      used -= bytes;
    },
  };
}

/**
 * Frees the memory of a chunk at once, unless it shares its buffer. The garbage collector is slow to free
 * memory outside its heap: discarding a body of 2 GB took 80 MB.
 * @param chunk must not be used afterwards
 */
export function dropBytes(chunk: Buffer): void {
  const { buffer } = chunk;
  // A small chunk may share its buffer with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength) buffer.transfer(0);
}
