import { token } from "./token.ts";

/** What a decoder found where it stopped; `more`: nothing yet, the body goes on. */
export type ChunkedEnd = "more" | "end" | "malformed" | "extensions-too-large" | "trailers-too-large";

/** Where the next byte belongs to. */
type Place = "size" | "extension" | "size-end" | "data" | "data-end-1" | "data-end-2" | "trailers";

/** Of all extensions of a body, and of all its trailers, in bytes. */
const mostBytes = 16_384;

/** More hexadecimal digits than any body that is taken needs, and few enough for a whole number. */
const mostDigits = 12;

// RFC 9112, section 7.1.1, without the blanks it calls bad.
const quoted = '"(?:[\\t !#-[\\]-~\\u0080-\\u00ff]|\\\\[\\t -~\\u0080-\\u00ff])*"';
const extensions = new RegExp(`^(?:;${token}(?:=(?:${token}|${quoted}))?)*$`);

// RFC 9112, section 7.1.2; what only the head can say is no trailer: RFC 9110, section 6.5.1.
const trailer = new RegExp(
  `^(?!(?:content-length|transfer-encoding|connection):)${token}:[\\t -~\\u0080-\\u00ff]*\r\n$`,
  "i",
);

/** Takes a chunked body apart (RFC 9112, section 7.1), strictly, however its bytes are cut into pieces. Extensions and trailers are dropped. */
export class ChunkedBody {
  #place: Place = "size";
  /** Of the chunk's size, read so far. */
  #digits = 0;
  /** Of the chunk, still to come. */
  #left = 0;
  /** The extensions of the chunk, or the line of the trailers, read so far. */
  #text = "";
  #extensionBytes = 0;
  #trailerBytes = 0;
  /** How many bytes of the last piece were read. */
  consumed = 0;

  /**
   * Reads on in the next piece, up to the end of the body or of the piece.
   * @param data gets the bytes of the body, parts of the piece
   */
  read(piece: Buffer, start: number, data: (bytes: Buffer) => void): ChunkedEnd {
    let at = start;
    let end: ChunkedEnd = "more";
    while (at < piece.length && end === "more") {
      if (this.#place === "data") {
        const stop = Math.min(piece.length, at + this.#left);
        data(piece.subarray(at, stop));
        this.#left -= stop - at;
        at = stop;
        if (this.#left === 0) this.#place = "data-end-1";
      } else {
        end = this.#readByte(piece[at] ?? 0);
        at += 1;
      }
    }
    this.consumed = at - start;
    return end;
  }

  #readByte(byte: number): ChunkedEnd {
    switch (this.#place) {
      case "size":
        return this.#readSize(byte);
      case "extension":
        return this.#readExtension(byte);
      case "size-end":
        if (byte !== 0x0a) return "malformed";
        this.#place = this.#left > 0 ? "data" : "trailers";
        return "more";
      case "data-end-1":
        this.#place = "data-end-2";
        return byte === 0x0d ? "more" : "malformed";
      case "data-end-2":
        this.#place = "size";
        this.#digits = 0;
        return byte === 0x0a ? "more" : "malformed";
      default:
        return this.#readTrailers(byte);
    }
  }

  #readSize(byte: number): ChunkedEnd {
    const digit = hexDigit(byte);
    if (digit !== null) {
      this.#left = this.#left * 16 + digit;
      this.#digits += 1;
      return this.#digits <= mostDigits ? "more" : "malformed";
    }
    if (this.#digits === 0) return "malformed";
    if (byte === 0x0d) this.#place = "size-end";
    else if (byte === 0x3b) {
      this.#place = "extension";
      this.#text = ";";
    } else return "malformed";
    return "more";
  }

  #readExtension(byte: number): ChunkedEnd {
    if (byte === 0x0d) {
      if (!extensions.test(this.#text)) return "malformed";
      this.#place = "size-end";
      this.#text = "";
      return "more";
    }
    if (isControl(byte)) return "malformed";
    this.#text += String.fromCharCode(byte);
    this.#extensionBytes += 1;
    return this.#extensionBytes <= mostBytes ? "more" : "extensions-too-large";
  }

  #readTrailers(byte: number): ChunkedEnd {
    this.#text += String.fromCharCode(byte);
    this.#trailerBytes += 1;
    if (this.#trailerBytes > mostBytes) return "trailers-too-large";
    if (byte !== 0x0a) return "more";
    const line = this.#text;
    this.#text = "";
    if (line === "\r\n") return "end";
    return trailer.test(line) ? "more" : "malformed";
  }
}

function hexDigit(byte: number): number | null {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : null;
}

function isControl(byte: number): boolean {
  return (byte < 0x20 && byte !== 0x09) || byte === 0x7f;
}
