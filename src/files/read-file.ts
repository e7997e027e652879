import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from "node:fs";
import { byteSize } from "../text/numbers.ts";

/** Paths of open descriptors of this process, as a shell gives them for `<(COMMAND)`. */
const ownDescriptor = /^\/(?:dev\/(?:stdin|fd\/\d+)|proc\/self\/fd\/\d+)$/;

/**
 * Reads a file named by the user. Refuses pipes, sockets and devices without opening them, because they may never
 * end; accepts a pipe that the shell opened for this process.
 * @param maxBytes maximum size; no more is read.
 * @default 100 MB
 * @throws {Error} the path is not a file, is larger, or cannot be read
 */
export function readFileWithin(path: string, maxBytes = 100_000_000): Buffer {
  return withFile(path, (file) => readOpened(file, fstatSync(file).size, maxBytes));
}

/** Reads at most the first bytes of a file, as `readFileWithin` does. */
export function readFileHead(path: string, bytes: number): Buffer {
  return withFile(path, (file) => {
    const head = Buffer.alloc(bytes);
    return head.subarray(0, readSync(file, head, 0, bytes, null));
  });
}

function withFile<T>(path: string, read: (file: number) => T): T {
  const isReadable = (stats: Stats) => stats.isFile() || (stats.isFIFO() && ownDescriptor.test(path));
  const found = statSync(path);
  if (!found.isDirectory() && !isReadable(found)) throw notAFile();
  // Does not block on a named pipe that has replaced the file meanwhile.
  const flags = found.isFIFO() ? constants.O_RDONLY : constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
  const file = openSync(path, flags);
  try {
    const opened = fstatSync(file);
    if (!opened.isDirectory() && !isReadable(opened)) throw notAFile();
    return read(file);
  } finally {
    closeSync(file);
  }
}

/** Reads as `readFileWithin` does, as text in UTF-8. */
export function readTextWithin(path: string, maxBytes?: number): string {
  return readFileWithin(path, maxBytes).toString("utf8");
}

/** @param size size of the file; system files have 0, and some files grow */
function readOpened(file: number, size: number, maxBytes: number): Buffer {
  let bytes = Buffer.allocUnsafe(Math.min(size, maxBytes) + 1);
  let length = 0;
  for (;;) {
    const read = readSync(file, bytes, length, bytes.length - length, null);
    length += read;
    if (length > maxBytes) throw new Error(`it has more than ${byteSize(maxBytes)}`);
    if (read === 0) return bytes.subarray(0, length);
    if (length === bytes.length) {
      bytes = Buffer.concat([bytes, Buffer.allocUnsafe(Math.min(length + 65_536, maxBytes + 1 - length))]);
    }
  }
}

function notAFile(): Error {
  return new Error("it is not a file");
}
