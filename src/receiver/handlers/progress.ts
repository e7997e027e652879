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
