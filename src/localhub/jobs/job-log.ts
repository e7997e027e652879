import { type FileHandle, open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { lastOverwrite } from "../../text/last-overwrite.ts";
import { byteSize } from "../../text/numbers.ts";
import { longestForm, redactText } from "../../text/redact.ts";

/** Size at which a segment of a log is closed, in bytes. */
export const segmentBytes = 1_000_000;

/** Returns the file name of a segment. Indexes start at 0; names sort by index. */
export function segmentName(index: number): string {
  return `${String(index).padStart(8, "0")}.log`;
}

/** Lists the indexes of the segments in a directory, in order. */
export async function listSegments(directory: string): Promise<readonly number[]> {
  let names: string[];
  try {
    names = await readdir(directory);
  } catch (error) {
    // A waiting run has no directory yet.
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
  return names
    .filter((name) => /^\d{8}\.log$/.test(name))
    .map((name) => Number(name.slice(0, 8)))
    .toSorted((a, b) => a - b);
}

/** Numbers of segments kept of the beginning and of the end of a long output: about 10 MB in total. */
const headSegments = 5;
const tailSegments = 5;

/**
 * Maximum number of bytes that are stamped and written at a time: the timestamps of very short lines are
 * several times as long as the lines.
 */
const writeBytes = 8 * 1024;

/** Delay after which the change of an unfinished line is announced, in milliseconds. */
const unfinishedMs = 300;

/** Length at which an unfinished line drops overwritten text, or is cut. */
const maxLineLength = 16 * 1024;

export interface LogWriter {
  /** Writes a line of the hub itself. */
  note(text: string): Promise<void>;
  /** Writes output. Resolves when it is in the file. Withholds an unfinished line. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends the output: writes the unfinished line and closes the file. */
  close(): Promise<void>;
}

/**
 * Creates a writer for the output of a run, which puts a timestamp in front of each line. The middle of an
 * output of more than 10 MB is dropped segment by segment.
 * @param directory must exist and be empty
 * @param onOutput called after each write, and with an unfinished line that changed at most every 300 ms
 * @param secrets redacted; one of fewer than eight characters, or split over lines, is not
 */
export function createLogWriter(
  directory: string,
  onOutput: (unfinished: LogEvent | null) => void,
  secrets: readonly string[] = [],
): LogWriter {
  /** Number of characters withheld from a cut line: they may be the start of a secret. */
  const heldBack = Math.max(0, longestForm(secrets) - 1);
  const decoder = new StringDecoder("utf8");
  let unfinished = "";
  let announcing: NodeJS.Timeout | undefined;
  let segment = 0;
  let size = 0;
  let file: FileHandle | null = null;

  async function append(lines: string): Promise<void> {
    file ??= await open(join(directory, segmentName(segment)), "a", 0o600);
    await file.appendFile(lines);
    size += Buffer.byteLength(lines);
    if (size >= segmentBytes) await startSegment();
    onOutput(null);
  }

  async function startSegment(): Promise<void> {
    await file?.close();
    file = null;
    size = 0;
    segment += 1;
    const dropped = segment - tailSegments;
    if (dropped >= headSegments) await rm(join(directory, segmentName(dropped)), { force: true });
  }

  /** Puts a timestamp in front of each of the complete lines. */
  const stamped = (text: string): string => {
    const stamp = `${new Date().toISOString()} `;
    return `${stamp}${text.slice(0, -1).replaceAll("\n", `\n${stamp}`)}\n`;
  };

  /** Redacts secrets in complete lines. The start of a secret at the end of a line is not redacted. */
  const clean = (lines: string): string => (secrets.length === 0 ? lines : redactText(lines, secrets));

  async function take(text: string): Promise<void> {
    const whole = unfinished + text;
    const end = whole.lastIndexOf("\n") + 1;
    unfinished = whole.slice(end);
    const lines = whole.slice(0, end).replaceAll("\r\n", "\n");
    if (lines !== "") await append(stamped(clean(lines)));
    if (unfinished !== "") announcing ??= setTimeout(announceUnfinished, unfinishedMs);
    if (unfinished.length < maxLineLength + heldBack) return;
    const [cleaned = ""] = clean(`${unfinished}\n`).split("\n");
    // A progress bar stays one line; its first thousands of states are dropped.
    const overwrite = cleaned.lastIndexOf("\r", cleaned.length - 2);
    if (overwrite > 0) {
      unfinished = cleaned.slice(overwrite);
      return;
    }
    const cut = cleaned.length - heldBack;
    unfinished = cleaned.slice(cut);
    await append(stamped(`${cleaned.slice(0, cut)}\n`));
  }

  function announceUnfinished(): void {
    announcing = undefined;
    if (unfinished === "") return;
    onOutput({ timestamp: new Date().toISOString(), data: lastOverwrite(clean(unfinished)) });
  }

  return {
    note: (text) => append(stamped(`${text}\n`)),
    async write(bytes) {
      for (let from = 0; from < bytes.length; from += writeBytes) {
        await take(decoder.write(Buffer.from(bytes.subarray(from, from + writeBytes))));
      }
    },
    async close() {
      await take(decoder.end());
      if (unfinished !== "") await append(stamped(clean(`${unfinished}\n`)));
      clearTimeout(announcing);
      await file?.close();
      file = null;
    },
  };
}

/** Line of a log in the format of the API. */
export interface LogEvent {
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly data: string;
}

const chunkBytes = 64 * 1024;

/** Part of a log for a follower of a run: complete lines, or the unfinished line, which replaces the last such. */
export type LogPart = { readonly lines: readonly LogEvent[] } | { readonly unfinished: LogEvent };

/** Incremental reader of a log. */
export interface LogReader {
  /** Yields the unread complete lines in batches. */
  more(): AsyncGenerator<readonly LogEvent[]>;
}

export function createLogReader(directory: string): LogReader {
  let segment = 0;
  let offset = 0;
  let decoder = new StringDecoder("utf8");
  let unfinished = "";

  function linesOf(text: string): readonly LogEvent[] {
    const whole = unfinished + text;
    const end = whole.lastIndexOf("\n") + 1;
    unfinished = whole.slice(end);
    return end === 0
      ? []
      : whole
          .slice(0, end - 1)
          .split("\n")
          .map(eventOf);
  }

  async function* restOfSegment(): AsyncGenerator<readonly LogEvent[]> {
    const file = await open(join(directory, segmentName(segment))).catch(absent);
    if (file === null) return;
    try {
      const buffer = Buffer.alloc(chunkBytes);
      for (;;) {
        const { bytesRead } = await file.read(buffer, 0, chunkBytes, offset);
        if (bytesRead === 0) return;
        offset += bytesRead;
        const events = linesOf(decoder.write(buffer.subarray(0, bytesRead)));
        if (events.length > 0) yield events;
      }
    } finally {
      await file.close();
    }
  }

  return {
    async *more() {
      for (;;) {
        // The segments are listed before this one is read, so a segment with a successor is complete.
        const later = (await listSegments(directory)).find((index) => index > segment);
        yield* restOfSegment();
        if (later === undefined) return;
        if (later > segment + 1) {
          const size = byteSize((later - segment - 1) * segmentBytes);
          yield [eventOf(`${new Date().toISOString()} ===== about ${size} of output omitted =====`)];
        }
        segment = later;
        offset = 0;
        decoder = new StringDecoder("utf8");
        unfinished = "";
      }
    },
  };
}

/** Reads the unread lines of a log and returns the last lines. */
export async function lastLines(reader: LogReader, count: number): Promise<readonly LogEvent[]> {
  let last: readonly LogEvent[] = [];
  for await (const events of reader.more()) {
    last = count === 0 ? [] : [...last, ...events].slice(-count);
  }
  return last;
}

/** Parses a line: `2026-11-20T10:00:00.000Z the text`. */
function eventOf(line: string): LogEvent {
  const space = line.indexOf(" ");
  return { timestamp: line.slice(0, space), data: line.slice(space + 1) };
}

function absent(error: unknown): null {
  // The segment was dropped since the listing or does not exist yet.
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}

/**
 * Interval of keep-alive comments, as on the Hub, in milliseconds. It must exceed 5 s, the silence after
 * which the Python client stops reading (huggingface_hub `fetch_job_logs`).
 */
const keepAliveMs = 30_000;

/**
 * Creates a stream of a log as server-sent events, each `data: {"timestamp", "data"}`, as the Hub's clients
 * read them. An unfinished line is a field `unfinished:`, which other clients ignore as the standard asks.
 * @param follow yields lines until the log is complete or the signal is aborted
 */
export function logStream(
  follow: (signal: AbortSignal) => AsyncGenerator<LogPart>,
): ReadableStream<Uint8Array> {
  const leaving = new AbortController();
  const encoder = new TextEncoder();
  const events = follow(leaving.signal);
  let keepAlive: NodeJS.Timeout | undefined;
  const end = (): void => {
    clearInterval(keepAlive);
    leaving.abort();
  };
  return new ReadableStream({
    start(controller) {
      keepAlive = setInterval(() => controller.enqueue(encoder.encode(": keep-alive\n\n")), keepAliveMs);
    },
    async pull(controller) {
      try {
        const { done, value } = await events.next();
        if (!done) {
          controller.enqueue(encoder.encode(eventsOf(value)));
          return;
        }
        controller.close();
        end();
      } catch (error) {
        controller.error(error);
        end();
      }
    },
    cancel: end,
  });
}

function eventsOf(part: LogPart): string {
  return "lines" in part
    ? part.lines.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("")
    : `unfinished: ${JSON.stringify(part.unfinished)}\n\n`;
}
