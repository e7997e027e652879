import { execFile } from "node:child_process";
import { closeSync, constants, openSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { type ProcessEnd, startProcessGroup } from "../../async/process-group.ts";
import type { StoredJobRun } from "../../store/job-records.ts";
import type { LogWriter } from "./job-log.ts";
import { killAtHomeIn } from "./processes.ts";
import type { RunDirectory } from "./run-directory.ts";
import { runEnvironment } from "./run-environment.ts";

/**
 * Silence after which the hub stops waiting for processes that have left the group and still hold the pipe, in
 * milliseconds. A limit of the whole wait would lose output of the run on a slow disk.
 */
const silenceMs = 1000;

/** Size of the largest pipe of Linux, in bytes: later output is not from the run. */
const pipeBytes = 1024 * 1024;

/** First process of a run, leader of its own group. */
export interface RunningProcess {
  /** Pid; null if the process could not be started. */
  readonly pid: number | null;
  /**
   * Resolves when the process has exited, its group is killed, and its output is written. Rejects if the
   * output cannot be written.
   */
  readonly ended: Promise<ProcessEnd>;
  /**
   * Sends SIGTERM to the group, and SIGKILL after `graceMs`. The earliest deadline of several calls applies.
   */
  stop(graceMs: number): void;
}

/**
 * Starts the command of a run in its scratch directory and writes its output to the log. When the first
 * process exits, the rest of its group is killed, as in a container.
 * @param secret secret of the webhook that started the run; null without one
 */
export async function startRunProcess(
  run: StoredJobRun,
  secret: string | null,
  { scratch, pipe }: RunDirectory,
  log: LogWriter,
): Promise<RunningProcess> {
  const { spec } = run;
  const [command = "", ...args] = [...spec.command, ...spec.arguments];
  const output = await openOutputPipe(pipe);
  const group = startProcessGroup(command, args, {
    cwd: scratch,
    env: runEnvironment(run, secret, scratch),
    stdio: ["ignore", output.writeEnd, output.writeEnd],
  });
  output.closeWriteEnd();
  const { child } = group;
  if (child === null) {
    output.readEnd.destroy();
    return { pid: null, ended: group.ended, stop: group.stop };
  }

  const progress = { readBytes: 0, isWriting: false };
  const written = writeAll(output.readEnd, log, progress);
  const ended = group.ended.then(async (end) => {
    killAtHomeIn(scratch);
    const isWritten = await endOrSilence(written, progress);
    output.readEnd.destroy();
    // The pending writes complete; the error of the closed pipe is ignored.
    if (!isWritten) await written.catch(() => undefined);
    return end;
  });
  // Both may reject (disk full) before they are awaited.
  written.catch(() => undefined);
  ended.catch(() => undefined);
  return { pid: child.pid ?? null, ended, stop: group.stop };
}

/** Output that was read so far. */
interface OutputProgress {
  readBytes: number;
  isWriting: boolean;
}

/** Writes output with backpressure: a run with much output waits instead of filling memory. */
async function writeAll(
  output: AsyncIterable<Uint8Array>,
  log: LogWriter,
  progress: OutputProgress,
): Promise<void> {
  for await (const bytes of output) {
    progress.readBytes += bytes.length;
    progress.isWriting = true;
    await log.write(bytes);
    progress.isWriting = false;
  }
}

/** Waits for the end of the output, or until others hold the pipe. Returns true if the output has ended. */
async function endOrSilence(written: Promise<void>, progress: OutputProgress): Promise<boolean> {
  const late = new AbortController();
  const ended = written.then(() => true);
  const atExit = progress.readBytes;
  try {
    for (;;) {
      const before = progress.readBytes;
      const silence = sleep(silenceMs, false, { signal: late.signal }).catch(() => false);
      if (await Promise.race([ended, silence])) return true;
      const isSilent = progress.readBytes === before && !progress.isWriting;
      if (isSilent || progress.readBytes - atExit > pipeBytes) return false;
    }
  } finally {
    late.abort();
  }
}

/** Pipe with both ends open in this process. */
export interface OutputPipe {
  /** File descriptor for stdout and stderr of the process. */
  readonly writeEnd: number;
  readonly readEnd: Socket;
  /**
   * Closes the write end of this process. Call it after the child has inherited it: the read end then ends
   * when the last writer exits.
   */
  closeWriteEnd(): void;
}

/**
 * Opens one pipe for stdout and stderr. Separate pipes, as `spawn` creates them, would lose the order of
 * lines. A script can reopen this pipe (`> /dev/stderr`), but not the sockets of `spawn`.
 * @param path path of the pipe, which is removed before and after
 */
export async function openOutputPipe(path: string): Promise<OutputPipe> {
  rmSync(path, { force: true });
  await promisify(execFile)("mkfifo", ["-m", "600", path], { env: { PATH: "/usr/bin:/bin" } });
  try {
    // The read end is opened first and without blocking, because each end alone would block.
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
