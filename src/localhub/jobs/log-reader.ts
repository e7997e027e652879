import { open } from "node:fs/promises";
import { join } from "node:path";
import { StringDecoder } from "node:string_decoder";
import { byteSize } from "../../text/numbers.ts";
import { listSegments, segmentBytes, segmentName } from "./log-segments.ts";

/** Line of a log in the format of the API. */
export interface LogEvent {
  /** ISO 8601, UTC. */
  readonly timestamp: string;
  readonly data: string;
}

const chunkBytes = 64 * 1024;

/** Reads a log incrementally from its beginning. */
export interface LogReader {
  /** Yields the unread lines in batches. */
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
        // Segments were listed before this read: one with a successor is complete.
        const later = (await listSegments(directory)).find((index) => index > segment);
        yield* restOfSegment();
        if (later === undefined) return;
        if (later > segment + 1) {
          const size = byteSize((later - segment - 1) * segmentBytes);
          yield [eventOf(`${new Date().toISOString()} ===== about ${size} of output left out here =====`)];
        }
        segment = later;
        offset = 0;
        decoder = new StringDecoder("utf8");
        unfinished = "";
      }
    },
  };
}

/** Reads the log and keeps its last lines. */
export async function lastLines(reader: LogReader, count: number): Promise<readonly LogEvent[]> {
  let last: readonly LogEvent[] = [];
  for await (const events of reader.more()) {
    last = count === 0 ? [] : [...last, ...events].slice(-count);
  }
  return last;
}

/** `2026-11-20T10:00:00.000Z the text`. */
function eventOf(line: string): LogEvent {
  const space = line.indexOf(" ");
  return { timestamp: line.slice(0, space), data: line.slice(space + 1) };
}

function absent(error: unknown): null {
  // The segment was dropped since the listing or does not exist yet.
  if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
  throw error;
}
