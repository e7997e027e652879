import { open, rm, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { longestForm, redactText } from "../../text/redact.ts";
import { segmentBytes, segmentName } from "./log-segments.ts";

/** Segments kept of the beginning and of the end of a long output: about 10 MB in total. */
const headSegments = 5;
const tailSegments = 5;

/** Bytes stamped and written at a time: the timestamps of very short lines are several times their size. */
const writtenAtOnce = 8 * 1024;

/** Length at which an unfinished line is cut. */
const longestLine = 16 * 1024;

export interface LogWriter {
  /** Writes a line of the hub itself. */
  note(text: string): Promise<void>;
  /** Writes output; resolves when it is on disk and readable. An unfinished line is held back. */
  write(bytes: Uint8Array): Promise<void>;
  /** Ends the output: flushes an unfinished line. */
  close(): Promise<void>;
}

/**
 * Writes the output of a run, each line with a timestamp in front. The middle of an output of more than 10 MB is dropped
 * segment by segment.
 * @param directory exists and is empty
 * @param onWritten called when there is more to read
 * @param secrets written as `[redacted]` if they are on one line
 */
export function createLogWriter(
  directory: string,
  onWritten: () => void,
  secrets: readonly string[] = [],
): LogWriter {
  /** The end of a cut line may be the beginning of a secret. */
  const heldBack = Math.max(0, longestForm(secrets) - 1);
  const decoder = new StringDecoder("utf8");
  let unfinished = "";
  let segment = 0;
  let size = 0;
  let file: FileHandle | null = null;

  async function append(lines: string): Promise<void> {
    file ??= await open(join(directory, segmentName(segment)), "a", 0o600);
    await file.appendFile(lines);
    size += Buffer.byteLength(lines);
    if (size >= segmentBytes) await startSegment();
    onWritten();
  }

  async function startSegment(): Promise<void> {
    await file?.close();
    file = null;
    size = 0;
    segment += 1;
    const dropped = segment - tailSegments;
    if (dropped >= headSegments) await rm(join(directory, segmentName(dropped)), { force: true });
  }

  /** Complete lines with their line ends. */
  const stamped = (text: string): string => {
    const stamp = `${new Date().toISOString()} `;
    return `${stamp}${text.slice(0, -1).replaceAll("\n", `\n${stamp}`)}\n`;
  };

  /** Redacts complete lines: a line end separates a mere prefix of a secret. */
  const clean = (lines: string): string => (secrets.length === 0 ? lines : redactText(lines, secrets));

  async function take(text: string): Promise<void> {
    const whole = unfinished + text;
    const end = whole.lastIndexOf("\n") + 1;
    unfinished = whole.slice(end);
    const lines = whole.slice(0, end).replaceAll("\r\n", "\n");
    if (lines !== "") await append(stamped(clean(lines)));
    if (unfinished.length < longestLine + heldBack) return;
    const [cleaned = ""] = clean(`${unfinished}\n`).split("\n");
    const cut = cleaned.length - heldBack;
    unfinished = cleaned.slice(cut);
    await append(stamped(`${cleaned.slice(0, cut)}\n`));
  }

  return {
    note: (text) => append(stamped(`${text}\n`)),
    async write(bytes) {
      for (let from = 0; from < bytes.length; from += writtenAtOnce) {
        await take(decoder.write(Buffer.from(bytes.subarray(from, from + writtenAtOnce))));
      }
    },
    async close() {
      await take(decoder.end());
      if (unfinished !== "") await append(stamped(clean(`${unfinished}\n`)));
      await file?.close();
      file = null;
    },
  };
}
