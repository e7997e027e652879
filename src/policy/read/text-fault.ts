import { Buffer } from "node:buffer";
import { byteSize } from "../../text/numbers.ts";
import { maxBytes } from "./limits.ts";
import type { Fault } from "./parse-finding.ts";

/**
 * What is wrong with a text whatever format it is in: too long, half a surrogate pair. Null: nothing.
 * @param isWellFormed it is known that no half of a pair stands in it, since it was UTF-8
 */
export function textFault(text: string, isWellFormed: boolean): Fault | null {
  // A UTF-16 unit is at most three bytes of UTF-8, so most texts need not be measured.
  if (text.length * 3 > maxBytes && Buffer.byteLength(text) > maxBytes)
    return sizeFault(Buffer.byteLength(text));
  if (isWellFormed || text.isWellFormed()) return null;
  const start = firstLoneSurrogate(text);
  return { start, end: start + 1, ...loneSurrogate };
}

/** A file of that many bytes is too long to be read. */
export function sizeFault(bytes: number): Fault {
  return {
    start: 0,
    end: 0,
    message: `the file has ${byteSize(bytes)}; a policy of at most ${byteSize(maxBytes)} is read`,
    hint: "check that this is the file you mean",
  };
}

/** Half of a pair is no character: it cannot be saved as UTF-8, and every reader makes something else of it. */
export const loneSurrogate = {
  message: "half a surrogate pair stands here, which is no character",
  hint: "write the character itself, or both halves of it",
};

function firstLoneSurrogate(text: string): number {
  return /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.exec(text)?.index ?? 0;
}
