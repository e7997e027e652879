import { execFile } from "node:child_process";
import { closeSync, constants, openSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { promisify } from "node:util";

/** Both ends of a pipe. */
export interface OutputPipe {
  /** File descriptor for stdout and stderr of the process. */
  readonly writeEnd: number;
  readonly readEnd: Socket;
  /** Closes our copy once the process has it: the reader sees the end when the last writer exits. */
  closeWriteEnd(): void;
}

/**
 * One pipe for stdout and stderr together, so that their lines come in the order in which they were written: two pipes, as `spawn` makes
 * them, lose it. And a real pipe, which a script can open again (`> /dev/stderr`); those of `spawn` are sockets, which cannot.
 * @param path is free, and free again when this resolves
 */
export async function openOutputPipe(path: string): Promise<OutputPipe> {
  rmSync(path, { force: true });
  await promisify(execFile)("mkfifo", ["-m", "600", path], { env: { PATH: "/usr/bin:/bin" } });
  try {
    // The reader first and without waiting: each end alone would block.
    const readFd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writeEnd = openSync(path, constants.O_WRONLY);
    return {
      writeEnd,
      readEnd: new Socket({ fd: readFd, readable: true, writable: false }),
      closeWriteEnd: () => closeSync(writeEnd),
    };
  } finally {
    rmSync(path, { force: true });
  }
}
