import { Buffer } from "node:buffer";
import { byteSize } from "../../text/numbers.ts";
import type { Finding } from "../finding.ts";
import { linesOf, placeBetween } from "../lines.ts";

/** Maximum size of a policy, in bytes of UTF-8. */
export const maxBytes = 10_000_000;

/** Maximum depth of nested objects and lists, the outermost included; an alias counts as its value. */
export const maxDepth = 100;

/**
 * Maximum number of values that the aliases of a document expand to, nested values and repeated uses
 * included.
 */
export const maxAliasedValues = 100_000;

/** Reason and place of an unreadable text, in UTF-16 units, end exclusive. */
export interface Fault {
  readonly start: number;
  readonly end: number;
  readonly message: string;
  readonly hint: string | null;
}

/** Returns the place of the first conflict that git left in a text; null if there is none. */
function mergeConflict(text: string): Fault | null {
  const marker = /^<{7}(?= |$)/m.exec(text);
  if (marker === null) return null;
  return {
    start: marker.index,
    end: marker.index + marker[0].length,
    message: "the text has a merge conflict",
    hint: "choose one side, and remove the lines with <<<<<<<, ======= and >>>>>>>",
  };
}

/** Creates the finding of an unreadable text. A merge conflict explains any fault. */
export function parseFinding(text: string, found: Fault): Finding {
  const fault = mergeConflict(text) ?? found;
  const start = Math.min(fault.start, text.length);
  const end = Math.min(Math.max(fault.end, start), text.length);
  return {
    path: "",
    keyword: null,
    rule: "parse",
    severity: "error",
    message: fault.message,
    hint: fault.hint,
    fix: null,
    ...placeBetween(linesOf(text), start, end),
  };
}

/** First error of a text; the readers convert it to a finding. */
export class Unreadable extends Error {
  readonly fault: Fault;

  constructor(fault: Fault) {
    super(fault.message);
    this.fault = fault;
  }
}

/** Throws an `Unreadable` with its place and message. @throws {Unreadable} always */
export function breakOff(start: number, end: number, message: string, hint: string | null = null): never {
  throw new Unreadable({ start, end, message, hint });
}

/**
 * Finds errors independent of the format: more than `maxBytes`, or a lone surrogate. Null without one.
 * @param isWellFormed true for a text decoded from UTF-8, which has no lone surrogate
 */
export function textFault(text: string, isWellFormed: boolean): Fault | null {
  // A UTF-16 unit has at most three bytes in UTF-8: most texts need no measuring.
  if (text.length * 3 > maxBytes && Buffer.byteLength(text) > maxBytes)
    return sizeFault(Buffer.byteLength(text));
  if (isWellFormed || text.isWellFormed()) return null;
  const start = firstLoneSurrogate(text);
  return { start, end: start + 1, ...loneSurrogate };
}

/** Creates the fault for a file of too many bytes. */
export function sizeFault(bytes: number): Fault {
  return {
    start: 0,
    end: 0,
    message: `the file has ${byteSize(bytes)}; the limit for policies is ${byteSize(maxBytes)}`,
    hint: "check that this is the intended file",
  };
}

/**
 * Message and hint for a lone surrogate, which cannot be saved as UTF-8 and which programs read differently.
 */
export const loneSurrogate = {
  message: "a lone surrogate is not a character",
  hint: "write the character, or both surrogates",
};

function firstLoneSurrogate(text: string): number {
  return /[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/.exec(text)?.index ?? 0;
}
