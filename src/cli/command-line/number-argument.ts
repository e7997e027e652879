import { UsageError } from "../../model/errors.ts";
import { readDuration } from "../../text/duration.ts";
import { readByteSize } from "../../text/numbers.ts";

/** Parses a TCP port; 0 lets the system pick. @throws {UsageError} */
export function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new UsageError({
    what: `"${text}" is not a port`,
    hint: "Give a number from 0 to 65535; 0 lets the system pick",
  });
}

/** Parses an integer of at least 1. @throws {UsageError} */
export function readCount(text: string, name: string): number {
  const count = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (count >= 1) return count;
  throw new UsageError({
    what: `"${text}" is not a value for ${name}`,
    hint: "Give a whole number of at least 1",
  });
}

/** Parses a delivery number. @throws {UsageError} */
export function readSeq(text: string): number {
  const seq = /^\d{1,15}$/.test(text) ? Number(text) : 0;
  if (seq >= 1) return seq;
  throw new UsageError({
    what: `"${text}" is not a delivery number`,
    hint: "Run hooklens deliveries ls to see the numbers",
  });
}

/** Parses a rate such as `10/s`. Returns the interval in milliseconds. @throws {UsageError} */
export function readRate(text: string): number {
  const perSecond = Number(/^(\d+(?:\.\d+)?)\/s$/.exec(text)?.[1] ?? 0);
  if (perSecond > 0) return 1000 / perSecond;
  throw new UsageError({
    what: `"${text}" is not a rate`,
    hint: "Give a number per second, for example --rate 10/s",
  });
}

/** Parses a size such as `50GB` into bytes, at least 1. @throws {UsageError} */
export function readSize(text: string, name: string): number {
  const bytes = readByteSize(text) ?? 0;
  if (bytes >= 1) return bytes;
  throw new UsageError({
    what: `"${text}" is not a value for ${name}`,
    hint: "Give a size such as 500MB or 2GiB",
  });
}

/** Parses a duration such as `30d` into milliseconds, at least 1. @throws {UsageError} */
export function readTime(text: string, name: string): number {
  const ms = readDuration(text) ?? 0;
  if (ms >= 1) return ms;
  throw new UsageError({
    what: `"${text}" is not a value for ${name}`,
    hint: "Give a number with s, min, h or d, such as 30d",
  });
}
