import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, openSync, rmSync } from "node:fs";
import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import type { StoredJobRun } from "../../store/job-records.ts";
import type { LogWriter } from "./job-log.ts";
import { killAtHomeIn, signalGroup } from "./processes.ts";
import type { RunDirectory } from "./run-directory.ts";
import { runEnvironment } from "./run-environment.ts";

/**
 * Silence after which the hub stops waiting for processes that have left the group and still hold the pipe, in
 * milliseconds. A limit of the whole wait would lose output of the run on a slow disk.
 */
const silenceMs = 1000;

/** Size of the largest pipe of Linux, in bytes: later output is not from the run. */
const pipeBytes = 1024 * 1024;

/** End of a process, or the failure to start it. */
export type ProcessEnd =
  | { readonly kind: "exited"; readonly code: number }
  | { readonly kind: "killed"; readonly signal: string }
  | { readonly kind: "not-started"; readonly reason: string };

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
  let child: ChildProcess;
  try {
    child = spawn(command, args, {
      cwd: scratch,
      env: runEnvironment(run, secret, scratch),
      // The process leads a new session and group: signals reach the whole group, and there is no controlling
      // terminal.
      detached: true,
      stdio: ["ignore", output.writeEnd, output.writeEnd],
    });
  } catch (error) {
    output.readEnd.destroy();
    return notStarted(error);
  } finally {
    output.closeWriteEnd();
  }

  const ending = endOf(child);
  const { pid } = child;
  if (pid === undefined) {
    output.readEnd.destroy();
    return { pid: null, ended: ending, stop: () => {} };
  }

  const progress = { readBytes: 0, isWriting: false };
  const written = writeAll(output.readEnd, log, progress);
  let kill: NodeJS.Timeout | null = null;
  let killAtMs = Number.POSITIVE_INFINITY;
  const ended = ending.then(async (end) => {
    if (kill !== null) clearTimeout(kill);
    // The pid may be reused from now on.
    killAtMs = Number.NEGATIVE_INFINITY;
    signalGroup(pid, "SIGKILL");
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
  return {
    pid,
    ended,
    stop(graceMs) {
      const atMs = performance.now() + graceMs;
      // Further calls do not extend the deadline.
      if (atMs >= killAtMs) return;
      if (kill !== null) clearTimeout(kill);
      killAtMs = atMs;
      signalGroup(pid, "SIGTERM");
      kill = setTimeout(() => signalGroup(pid, "SIGKILL"), graceMs);
    },
  };
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

async function endOf(child: ChildProcess): Promise<ProcessEnd> {
  try {
    const [code, signal]: unknown[] = await once(child, "exit");
    return typeof code === "number" ? { kind: "exited", code } : { kind: "killed", signal: String(signal) };
  } catch (error) {
    return { kind: "not-started", reason: startFailure(error) };
  }
}

function notStarted(thrown: unknown): RunningProcess {
  const reason = startFailure(thrown);
  return { pid: null, ended: Promise.resolve({ kind: "not-started", reason }), stop: () => {} };
}

const startFailures: Readonly<Record<string, string>> = {
  ENOENT: "there is no such program",
  EACCES: "the program cannot be executed",
  E2BIG: "its command and environment are longer than the system allows",
  EAGAIN: "this machine has reached its limit of processes",
  ENOMEM: "this machine is out of memory",
};

function startFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const known = "code" in error ? startFailures[String(error.code)] : undefined;
  return known ?? error.message;
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
