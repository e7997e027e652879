/** Of pieces smaller than this, in bytes, as many as `mostSmall` are made one: each costs some hundred bytes, and keeps what it was cut from. */
const smallBytes = 1_024;
const mostSmall = 256;

/** Puts a body together, and never keeps more of it than its limit. Calls one of the two, or none where the sender goes away in the middle. */
export class BodyReader {
  readonly #maxBytes: number;
  readonly #whole: (body: Buffer) => void;
  readonly #tooLarge: (bytes: number) => void;
  #pieces: Buffer[] = [];
  #bytes = 0;
  /** So many of the last pieces are small ones. */
  #small = 0;

  /**
   * @param whole gets the body, its bytes as they came
   * @param tooLarge gets how much had arrived when that was more than `maxBytes`
   */
  constructor(maxBytes: number, whole: (body: Buffer) => void, tooLarge: (bytes: number) => void) {
    this.#maxBytes = maxBytes;
    this.#whole = whole;
    this.#tooLarge = tooLarge;
  }

  /** Taken so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** @returns false when the limit is passed: nothing more is wanted, and it is to be refused */
  take(piece: Buffer): boolean {
    this.#bytes += piece.length;
    if (this.#bytes > this.#maxBytes) {
      this.#pieces = [];
      return false;
    }
    this.#pieces.push(piece);
    this.#small = piece.length < smallBytes ? this.#small + 1 : 0;
    if (this.#small === mostSmall) {
      this.#pieces.push(Buffer.concat(this.#pieces.splice(-mostSmall)));
      this.#small = 0;
    }
    return true;
  }

  refuse(): void {
    this.#tooLarge(this.#bytes);
  }

  end(): void {
    const [only] = this.#pieces;
    const body =
      this.#pieces.length === 1 && only !== undefined ? only : Buffer.concat(this.#pieces, this.#bytes);
    // The request outlives its body for as long as a handler takes, and would keep them.
    this.#pieces = [];
    this.#whole(body);
  }
}
