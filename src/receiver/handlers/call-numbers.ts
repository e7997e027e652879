/**
 * Which calls a thread has begun, agreed on in shared memory: the calls of a thread are numbered in the order they are sent and begun,
 * and it begins one only after writing its number down. Whoever takes the word back knows exactly which were not begun, and those can
 * be given to another thread: none is lost, none runs twice, even when the thread is blocked or dead.
 */
const revoked = -1;

const lastNumber = 0x7fff_ffff;

export function makeProgress(): SharedArrayBuffer {
  return new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
}

/** The number after this one; the first follows 0. They begin anew after two thousand million. */
export function nextNumber(number: number): number {
  return number === lastNumber ? 1 : number + 1;
}

/** For sorting: below 0 where `a` comes before `b`. Of what is under way nothing is half the numbers apart. */
export function compareNumbers(a: number, b: number): number {
  const ahead = (a - b) & lastNumber;
  return ahead > lastNumber / 2 ? ahead - lastNumber - 1 : ahead;
}

/** For the thread: makes the question whether the next call may begin. Once one may not, none may. */
export function makeBegin(progress: SharedArrayBuffer): (number: number) => boolean {
  const word = new Int32Array(progress);
  let last = 0;
  return (number) => {
    if (Atomics.compareExchange(word, 0, last, number) !== last) return false;
    last = number;
    return true;
  };
}

/** Lets the thread begin no more. @returns whether a call, by its number, had been begun */
export function revoke(progress: SharedArrayBuffer): (number: number) => boolean {
  return begunUpTo(Atomics.exchange(new Int32Array(progress), 0, revoked));
}

/** Whether a call, by its number, has been begun up to now. */
export function begunNow(progress: SharedArrayBuffer): (number: number) => boolean {
  return begunUpTo(Atomics.load(new Int32Array(progress), 0));
}

function begunUpTo(last: number): (number: number) => boolean {
  return (number) => compareNumbers(number, last) <= 0;
}

/** A power of two, so that a number's place in the ring is its lowest bits. */
const ringSize = 4_096;

/**
 * Values by the numbers of `progress.ts`, of which thousands come and go each second: a ring of the newest, and a Map of those that stay
 * long. A Map alone leaves outgrown tables behind, full of dead values, that only a full garbage collection clears away.
 */
export class RecentNumbers<T> {
  readonly #numbers = new Int32Array(ringSize);
  readonly #values: (T | null)[] = Array.from({ length: ringSize }, () => null);
  readonly #long = new Map<number, T>();
  #recent = 0;

  get size(): number {
    return this.#recent + this.#long.size;
  }

  /** @param number the one after the last that was added */
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

  /** @returns what was there */
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

  /** All, in the order of their numbers. */
  entries(): (readonly [number: number, value: T])[] {
    const found: (readonly [number, T])[] = [...this.#long];
    for (const [place, value] of this.#values.entries()) {
      if (value !== null) found.push([this.#numbers[place] ?? 0, value]);
    }
    return found.toSorted(([a], [b]) => compareNumbers(a, b));
  }
}
