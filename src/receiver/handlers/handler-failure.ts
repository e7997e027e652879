import { basename, dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { UnsendableResultError } from "./call-handler.ts";

/** Of a message at most this much goes into the row, in UTF-16 units. */
const longestMessage = 500;

/** A frame in a file, with the file and the line. */
const framePlace = /^\s+at (?:.*[( ])?((?:file:\/\/|\/|[A-Za-z]:\\).+?):(\d+):\d+\)?$/;

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

/** Of an error and its causes this many lines are kept, each with so many UTF-16 units. */
const mostStackLines = 60;
const longestStackLine = 500;

/** A line of a stack, also of a cause's. */
export const stackLine = /^ {4}(?:at|caused by) /;

/**
 * What a handler threw, as the lines a person debugs with: its words, then its stack and those of its causes, all of which are
 * `stackLine`s. Frames of Node's insides and of ours are left out.
 */
export function stackLines(thrown: unknown): readonly string[] {
  // Its stack is ours, and its words are the failure.
  if (thrown instanceof UnsendableResultError) return [];
  const lines: string[] = [];
  const seen = new Set<unknown>();
  try {
    for (let error = thrown; error instanceof Error && !seen.has(error); error = error.cause) {
      if (lines.length > mostStackLines) break;
      const [words, frames] = splitStack(error);
      lines.push(...(seen.size === 0 ? words : [`    caused by ${words.join(" ")}`]), ...frames);
      seen.add(error);
    }
  } catch {
    // A getter of its own that throws.
  }
  const told = lines.length === 0 ? wordsOf(thrown).split(/\r?\n/) : lines;
  return told.slice(0, mostStackLines).map((line) => line.slice(0, longestStackLine).toWellFormed());
}

function splitStack(error: Error): readonly [words: readonly string[], frames: readonly string[]] {
  const lines = (typeof error.stack === "string" ? error.stack : wordsOf(error)).split(/\r?\n/);
  const first = lines.findIndex((line) => stackLine.test(line));
  if (first === -1) return [lines, []];
  const frames = lines
    .slice(first)
    .filter((line) => stackLine.test(line) && !line.includes("node:internal/"));
  // From here on the stack is ours.
  const ours = frames.findIndex((frame) => dirname(fileOf(frame)) === import.meta.dirname);
  return [lines.slice(0, first), ours === -1 ? frames : frames.slice(0, ours)];
}

/** Empty: it names none. */
function fileOf(frame: string): string {
  const [, where] = framePlace.exec(frame) ?? [];
  return where === undefined ? "" : pathOf(where);
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
    const [, where, line] = framePlace.exec(frame) ?? [];
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
