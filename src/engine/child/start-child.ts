import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdirSync, openSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { dirname } from "node:path";
import process from "node:process";
import { setTimeout as sleep } from "node:timers/promises";
import { errorFromWire } from "../../model/error-wire.ts";
import { errorText } from "../../model/errors.ts";
import type { HooklensError } from "../../model/errors.ts";
import type { ReceiverSetup } from "../../model/receiver-setup.ts";
import type { StoreLocation } from "../../store/store.ts";
import { EngineStartError } from "../errors.ts";
import type { Role, RunningRole } from "../role.ts";
import {
  childReportSchema,
  type ChildOrder,
  type ChildReport,
  closedReportSchema,
  closeOrder,
} from "./messages.ts";

/**
 * Timeout of a start, in milliseconds: checking, migrating or salvaging a large database takes minutes, at
 * 30,000 deliveries a second.
 */
const startTimeoutMs = 600_000;
/** Limits a half of the young generation to 4 MiB instead of V8's 16 MiB: requests are garbage at once. */
const youngGeneration = "--max-semi-space-size=4";
/** Timeout of an end, in milliseconds; the engine closes within 5 s. */
const endTimeoutMs = 6000;

/**
 * Command that starts this program: `process.execPath`, with `process.execArgv` and `process.argv[1]` as
 * arguments.
 */
export interface Program {
  readonly execPath: string;
  readonly args: readonly string[];
}

export interface ChildOptions extends StoreLocation {
  readonly roles: readonly Role[];
  readonly setup: ReceiverSetup;
  readonly program: Program;
  /** File for the child's stderr. */
  readonly logFile: string;
}

/** Engine in a child process, which ends with this process. */
export interface EngineChild {
  readonly running: readonly RunningRole[];
  readonly notes: readonly string[];
  /** Resolves when the child has exited. */
  readonly ended: Promise<unknown>;
  /**
   * Ends the child; resolves when its stores are closed and its roles released, before its process has exited.
   * @returns the number of deliveries that wait in its queue for the next start
   */
  close(): Promise<number>;
}

/**
 * Starts an engine as a child in a process group of its own, so that suspending (Ctrl+Z) or interrupting the
 * app does not reach the engine. The pipe between them closes with the app, which ends the child.
 * @throws {EngineStartError} the child ended or was not ready in time
 * @throws what `startEngine` threw in the child
 */
export async function startChild(options: ChildOptions): Promise<EngineChild> {
  const child = spawnChild(options);
  const ended = new Promise<undefined>((resolve) => child.once("exit", () => resolve(undefined)));
  const closed = new Promise<number>((resolve) => {
    child.on("message", (message) => {
      const report = closedReportSchema.safeParse(message);
      if (report.success) resolve(report.data.waiting);
    });
  });
  const close = async (): Promise<number> => {
    if (child.exitCode !== null || child.signalCode !== null) return 0;
    child.ref();
    if (child.connected) child.send(closeOrder);
    const waiting = await Promise.race([closed, ended, sleep(endTimeoutMs, undefined, { ref: false })]);
    child.unref();
    if (waiting !== undefined) return waiting;
    child.kill("SIGKILL");
    await ended;
    return 0;
  };
  try {
    // The exit event reports a child that cannot receive messages.
    child.on("error", () => undefined);
    child.send({ setup: options.setup } satisfies ChildOrder);
    const report = await firstReport(child, options.logFile);
    if ("error" in report) throw errorFromWire(report.error);
    child.unref();
    child.channel?.unref();
    return { ...report, ended, close };
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}

function spawnChild({ dataDir, store, historyMs, roles, program, logFile }: ChildOptions): ChildProcess {
  mkdirSync(dirname(logFile), { recursive: true, mode: 0o700 });
  // A file instead of a pipe: a suspended app would not read the pipe, and the engine would stop, too.
  const log = openSync(logFile, "a", 0o600);
  try {
    const child = spawn(
      program.execPath,
      [youngGeneration, ...program.args, "engine", "--roles", roles.join(","), "--data-dir", dataDir],
      {
        detached: true,
        stdio: ["ignore", "ignore", log, "ipc"],
        // Arguments are visible to other users, and the store may have a password.
        env: {
          // By default glibc has an arena per thread, and each keeps memory that was freed.
          MALLOC_ARENA_MAX: "2",
          ...process.env,
          HOOKLENS_STORE: store,
          ...(historyMs !== undefined && { HOOKLENS_SINCE: `${historyMs}ms` }),
        },
      },
    );
    if (child.pid !== undefined) yieldToApp(child.pid);
    return child;
  } finally {
    closeSync(log);
  }
}

/** Lowers the child's priority, so that the app responds to keys first. */
function yieldToApp(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // The child has exited, which its exit event reports, or the system does not allow it.
  }
}

async function firstReport(child: ChildProcess, logFile: string): Promise<ChildReport> {
  const failed = (why: string, cause?: unknown): HooklensError =>
    new EngineStartError({
      what: "the engine did not start",
      why,
      hint: `See ${logFile}`,
      cause,
    });
  const stop = new AbortController();
  const { signal } = stop;
  try {
    return await Promise.race([
      once(child, "message", { signal }).then(([message]) => childReportSchema.parse(message)),
      // "exit" can come before the last message is read.
      once(child, "close", { signal }).then(([code, killer]) => {
        throw failed(killer === null ? `it ended with exit code ${code}` : `it was terminated by ${killer}`);
      }),
      sleep(startTimeoutMs, undefined, { signal }).then(() => {
        throw failed(`it was not ready after ${startTimeoutMs / 1000} s`);
      }),
    ]);
  } catch (cause) {
    throw cause instanceof EngineStartError ? cause : failed(errorText(cause), cause);
  } finally {
    stop.abort();
  }
}
