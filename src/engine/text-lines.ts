import { isUtf8 } from "node:buffer";

/** Maximum size of a line, in bytes; a body of 5 MiB takes up to 30 MB as a JSON text. */
const maxLineBytes = 64 * 1_048_576;

const [lf, cr] = [0x0a, 0x0d];

/** Line of a text that is not empty. */
export interface TextLine {
  /** Number in the file, from 1. */
  readonly number: number;
  /** Text without its end and a byte order mark; null if it is too long or not UTF-8. */
  readonly text: string | null;
  readonly bytes: number;
}

/**
 * Yields the lines of a text that are not empty. A line ends with LF, CRLF or CR, and the last one with the file. The
 * text is UTF-8, or UTF-16 with a byte order mark. A line that is too long is not kept in memory.
 */
export async function* textLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<TextLine> {
  let parts: Uint8Array[] = [];
  let bytes = 0;
  let number = 1;
  let isAfterCr = false;

  function add(part: Uint8Array): void {
    bytes += part.length;
    if (bytes > maxLineBytes) parts = [];
    else if (part.length > 0) parts.push(part);
  }

  /** Ends a line; returns null if it is empty. */
  function end(): TextLine | null {
    const whole = Buffer.concat(parts);
    const isTooLong = bytes > maxLineBytes;
    const text = isTooLong || !isUtf8(whole) ? null : whole.toString().replace(/^\uFEFF+/, "");
    const ended = { number, text, bytes };
    parts = [];
    bytes = 0;
    number += 1;
    return text?.trim() === "" ? null : ended;
  }

  for await (const chunk of inUtf8(chunks)) {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      const byte = chunk[at];
      if (byte !== lf && byte !== cr) {
        isAfterCr = false;
        continue;
      }
      // CRLF is one end.
      if (byte === lf && isAfterCr) {
        isAfterCr = false;
        from = at + 1;
        continue;
      }
      isAfterCr = byte === cr;
      add(chunk.subarray(from, at));
      from = at + 1;
      const line = end();
      if (line !== null) yield line;
    }
    add(chunk.subarray(from));
  }
  const last = end();
  if (last !== null) yield last;
}

/** Yields chunks as they are, or in UTF-8 if the first two bytes are a byte order mark of UTF-16. */
async function* inUtf8(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let decoder: InstanceType<typeof TextDecoder> | null = null;
  let isFirst = true;
  for await (const chunk of chunks) {
    if (isFirst && chunk[0] === 0xff && chunk[1] === 0xfe) decoder = new TextDecoder("utf-16le");
    if (isFirst && chunk[0] === 0xfe && chunk[1] === 0xff) decoder = new TextDecoder("utf-16be");
    isFirst = false;
    yield decoder === null ? chunk : Buffer.from(decoder.decode(chunk, { stream: true }));
  }
}
