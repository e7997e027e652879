import { compareNumbers } from "./progress.ts";

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
