import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { UnsendableResultError } from "./handler-answer.ts";

/** Of a message at most this much goes into the row, in UTF-16 units. */
const longestMessage = 500;

/**
 * What a handler threw, as one line for the delivery's row: `TypeError: rows is undefined (train.ts:14)`, with the place in
 * the handler's own code where its stack names one.
 */
export function failureOf(thrown: unknown): string {
  const words = wordsOf(thrown).replaceAll(/\s+/g, " ").trim();
  const message = (
    words.length > longestMessage ? `${words.slice(0, longestMessage)}…` : words
  ).toWellFormed();
  const place = placeOf(thrown);
  return place === null ? message : `${message} (${place})`;
}

function wordsOf(thrown: unknown): string {
  // Ours, of what came back and not of what was thrown: its words say all.
  if (thrown instanceof UnsendableResultError) return thrown.message;
  try {
    return String(thrown);
  } catch {
    // An object without a prototype, or whose toString throws.
    return "something was thrown that has no text";
  }
}

/** `train.ts:14`: the innermost frame that is in no package and not in Node; null where there is none. */
function placeOf(thrown: unknown): string | null {
  if (!(thrown instanceof Error) || typeof thrown.stack !== "string") return null;
  // What does not parse has the place in front, and below only the frames of whoever wanted to load it.
  const [, broken, brokenLine] = /^((?:file:\/\/|\/|[A-Za-z]:\\).+):(\d+)\n/.exec(thrown.stack) ?? [];
  if (broken !== undefined) return `${basename(pathOf(broken))}:${brokenLine}`;
  for (const frame of thrown.stack.split("\n")) {
    const [, where, line] =
      /^\s+at (?:.*[( ])?((?:file:\/\/|\/|[A-Za-z]:\\).+?):(\d+):\d+\)?$/.exec(frame) ?? [];
    if (where === undefined || /[\\/]node_modules[\\/]/.test(where)) continue;
    const file = pathOf(where);
    // From here on the stack is ours: the handler's own frames come before it.
    return dirname(file) === import.meta.dirname ? null : `${basename(file)}:${line}`;
  }
  return null;
}

function pathOf(place: string): string {
  return place.startsWith("file:") ? fileURLToPath(place) : place;
}
