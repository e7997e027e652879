import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** A handler's result that cannot be sent. */
export class UnsendableResultError extends TypeError {}

/** Maximum length of a message in the row, in UTF-16 units. */
const maxMessageLength = 500;

/** Pattern of a stack frame in a file; the groups are the file and the line. */
const framePlace = /^\s+at (?:.*[( ])?((?:file:\/\/|\/|[A-Za-z]:\\).+?):(\d+):\d+\)?$/;

/**
 * Formats a thrown error as one line for the delivery's row: `TypeError: rows is undefined (train.ts:14)`,
 * with the location in the handler's own code if its stack contains one.
 */
export function failureOf(thrown: unknown): string {
  const words = wordsOf(thrown).replaceAll(/\s+/g, " ").trim();
  const message = (
    words.length > maxMessageLength ? `${words.slice(0, maxMessageLength)}…` : words
  ).toWellFormed();
  const place = placeOf(thrown);
  return place === null ? message : `${message} (${place})`;
}

/** Limits for the stored stack: number of lines, and UTF-16 units of each. */
const maxStackLines = 60;
const maxStackLineLength = 500;

/** Pattern of a line of a stack, also of a cause's. */
export const stackLine = /^ {4}(?:at|caused by) /;

/**
 * Formats a thrown error for debugging: its message, then its stack and those of its causes, all of which are
 * `stackLine`s. Omits internal frames of Node and hooklens.
 */
export function stackLines(thrown: unknown): readonly string[] {
  // The stack is internal, and the message is the failure.
  if (thrown instanceof UnsendableResultError) return [];
  const lines: string[] = [];
  const seen = new Set<unknown>();
  try {
    for (let error = thrown; error instanceof Error && !seen.has(error); error = error.cause) {
      if (lines.length > maxStackLines) break;
      const [words, frames] = splitStack(error);
      lines.push(...(seen.size === 0 ? words : [`    caused by ${words.join(" ")}`]), ...frames);
      seen.add(error);
    }
  } catch {
    // A getter of the error threw.
  }
  const shown = lines.length === 0 ? wordsOf(thrown).split(/\r?\n/) : lines;
  return shown.slice(0, maxStackLines).map((line) => line.slice(0, maxStackLineLength).toWellFormed());
}

function splitStack(error: Error): readonly [words: readonly string[], frames: readonly string[]] {
  const lines = (typeof error.stack === "string" ? error.stack : wordsOf(error)).split(/\r?\n/);
  const first = lines.findIndex((line) => stackLine.test(line));
  if (first === -1) return [lines, []];
  const frames = lines
    .slice(first)
    .filter((line) => stackLine.test(line) && !line.includes("node:internal/"));
  // Frames from here on are internal.
  const ours = frames.findIndex((frame) => dirname(fileOf(frame)) === import.meta.dirname);
  return [lines.slice(0, first), ours === -1 ? frames : frames.slice(0, ours)];
}

/** Returns the file of a frame; empty if there is none. */
function fileOf(frame: string): string {
  const [, where] = framePlace.exec(frame) ?? [];
  return where === undefined ? "" : pathOf(where);
}

function wordsOf(thrown: unknown): string {
  // The message is complete without the name of the class.
  if (thrown instanceof UnsendableResultError) return thrown.message;
  try {
    return String(thrown);
  } catch {
    // An object without a prototype, or whose toString threw.
    return "a value that cannot be converted to text was thrown";
  }
}

/**
 * Returns the location of the innermost frame outside packages and Node, `train.ts:14`; null if there is
 * none.
 */
function placeOf(thrown: unknown): string | null {
  if (!(thrown instanceof Error) || typeof thrown.stack !== "string") return null;
  // A syntax error has its location first; its frames belong to the loader.
  const [, broken, brokenLine] = /^((?:file:\/\/|\/|[A-Za-z]:\\).+):(\d+)\n/.exec(thrown.stack) ?? [];
  if (broken !== undefined) return `${basename(pathOf(broken))}:${brokenLine}`;
  for (const frame of thrown.stack.split("\n")) {
    const [, where, line] = framePlace.exec(frame) ?? [];
    if (where === undefined || /[\\/]node_modules[\\/]/.test(where)) continue;
    const file = pathOf(where);
    // Frames from here on are internal; the handler's precede them.
    return dirname(file) === import.meta.dirname ? null : `${basename(file)}:${line}`;
  }
  return null;
}

function pathOf(place: string): string {
  return place.startsWith("file:") ? fileURLToPath(place) : place;
}
