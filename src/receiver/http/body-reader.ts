/** Puts a body together, and never keeps more of it than its limit. Calls one of the two, or none where the sender goes away in the middle. */
export class BodyReader {
  readonly #maxBytes: number;
  readonly #whole: (body: Buffer) => void;
  readonly #tooLarge: (bytes: number) => void;
  #pieces: Buffer[] = [];
  #bytes = 0;

  /**
   * @param whole gets the body, its bytes as they came
   * @param tooLarge gets how much had arrived when that was more than `maxBytes`
   */
  constructor(maxBytes: number, whole: (body: Buffer) => void, tooLarge: (bytes: number) => void) {
    this.#maxBytes = maxBytes;
    this.#whole = whole;
    this.#tooLarge = tooLarge;
  }

  /** @returns false when the limit is passed: nothing more is wanted */
  take(piece: Buffer): boolean {
    this.#bytes += piece.length;
    if (this.#bytes <= this.#maxBytes) {
      this.#pieces.push(piece);
      return true;
    }
    this.#pieces = [];
    this.#tooLarge(this.#bytes);
    return false;
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
