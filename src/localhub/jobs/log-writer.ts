import { open, rm, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { longestForm, redactText } from "../../text/redact.ts";
import { segmentBytes, segmentName } from "./log-segments.ts";

/** So many pieces are kept of the beginning of a long output, and so many of its end: about 10 MB together. */
const headSegments = 5;
const tailSegments = 5;

/** So much is stamped and written at a time: of very short lines the times are many times as long as what they say. */
const writtenAtOnce = 8 * 1024;

/** A line that has not ended is cut here. */
const longestLine = 16 * 1024;

export interface LogWriter {
  /** A line of our own. */
  note(text: string): Promise<void>;
  /** The next bytes of the output; on disk, and to be read, when it resolves. An unfinished line waits for its end. */
  write(bytes: Uint8Array): Promise<void>;
  /** The last line has no end. */
  close(): Promise<void>;
}

/**
 * Writes a run's output: one line of text for each, the time in front. What is in the middle of an output of more than 10 MB is dropped,
 * piece by piece.
 * @param directory is there, and empty
 * @param onWritten there is more to read
 * @param secrets are written as `[redacted]`, where they stand on one line
 */
export function createLogWriter(
  directory: string,
  onWritten: () => void,
  secrets: readonly string[] = [],
): LogWriter {
  /** The end of a line that is being cut may be the beginning of a secret. */
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

  /** Whole lines, each with its end. */
  const stamped = (text: string): string => {
    const stamp = `${new Date().toISOString()} `;
    return `${stamp}${text.slice(0, -1).replaceAll("\n", `\n${stamp}`)}\n`;
  };

  /** Of whole lines: an end of line keeps what only begins like a secret from being taken for one. */
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
