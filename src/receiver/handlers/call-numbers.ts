/** Value of the shared memory after `revoke`. */
const revoked = -1;

/** Maximum number; the next one is 1. */
const lastNumber = 0x7fff_ffff;

/**
 * Creates shared memory that records the last call a thread has begun. Calls are numbered in the order in
 * which they are sent and begun, and the thread stores a call's number before it begins the call. Revoking
 * shows exactly which calls have not begun. They can be given to another thread: none is lost and none runs
 * twice, even if the thread is blocked or dead.
 */
export function makeProgress(): SharedArrayBuffer {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
}

/** Returns the next number; the first follows 0. Wraps to 1 after 2³¹−1. */
export function nextNumber(number: number): number {
  return number === lastNumber ? 1 : number + 1;
}

/** Compares two numbers for sorting, with wraparound; concurrent calls are less than 2³⁰ numbers apart. */
export function compareNumbers(a: number, b: number): number {
  const ahead = (a - b) & lastNumber;
  return ahead > lastNumber / 2 ? ahead - lastNumber - 1 : ahead;
}

/**
 * Creates the function that records the begin of the thread's next call. Returns false after a revocation: no call
 * may begin.
 */
export function makeBegin(progress: SharedArrayBuffer): (number: number) => boolean {
  const word = new Int32Array(progress);
  let last = 0;
  return (number) => {
    if (Atomics.compareExchange(word, 0, last, number) !== last) return false;
    last = number;
    return true;
  };
}

/**
 * Revokes all calls that the thread has not begun.
 * @returns a function that returns true for the number of a call that has begun
 */
export function revoke(progress: SharedArrayBuffer): (number: number) => boolean {
  return begunUpTo(Atomics.exchange(new Int32Array(progress), 0, revoked));
}

/** Returns a function that returns true for the number of a call that has begun by now. */
export function begunNow(progress: SharedArrayBuffer): (number: number) => boolean {
  return begunUpTo(Atomics.load(new Int32Array(progress), 0));
}

function begunUpTo(last: number): (number: number) => boolean {
  return (number) => compareNumbers(number, last) <= 0;
}

/** Number of values in the ring; a power of two, so that the lowest bits of a number are its index. */
const ringSize = 4_096;

/**
 * Map from call numbers to values, for thousands of insertions a second: a ring of the newest ones, and a Map
 * of those that stay long. A Map alone leaves outgrown tables with dead values, which only a full garbage
 * collection frees.
 */
export class RecentNumbers<T> {
  readonly #numbers = new Int32Array(ringSize);
  readonly #values: (T | null)[] = Array.from({ length: ringSize }, () => null);
  readonly #long = new Map<number, T>();
  #recent = 0;

  get size(): number {
    return this.#recent + this.#long.size;
  }

  /** @param number the number after the last one added */
  add(number: number, value: T): void {
    const place = number % ringSize;
    const before = this.#values[place] ?? null;
    if (before === null) this.#recent += 1;
    else this.#long.set(this.#numbers[place] ?? 0, before);
    this.#numbers[place] = number;
    this.#values[place] = value;
  }

  get(number: number): T | null {
    const place = number % ringSize;
    return this.#numbers[place] === number ? (this.#values[place] ?? null) : (this.#long.get(number) ?? null);
  }

  /** Removes and returns a value; null if there is none. */
  take(number: number): T | null {
    const value = this.get(number);
    const place = number % ringSize;
    if (this.#numbers[place] === number && value !== null) {
      this.#values[place] = null;
      this.#recent -= 1;
    } else {
      this.#long.delete(number);
    }
    return value;
  }

  /** Returns all entries, ordered by number. */
  entries(): (readonly [number: number, value: T])[] {
    const found: (readonly [number, T])[] = [...this.#long];
    for (const [place, value] of this.#values.entries()) {
      if (value !== null) found.push([this.#numbers[place] ?? 0, value]);
    }
    return found.toSorted(([a], [b]) => compareNumbers(a, b));
  }
}
