import process from "node:process";
import type { Visible } from "../text/visible.ts";
import { writeOut } from "./write-out.ts";

export interface ExitGuardOptions {
  /** Restores the terminal synchronously; may be called more than once. */
  readonly giveBack: () => void;
  /** Returns the line and exit code of a fatal error. */
  readonly describe: (error: unknown) => { readonly line: Visible; readonly exitCode: number };
  /** Shuts down before the exit, within the time limit. The terminal is restored first. */
  readonly shutdown?: () => Promise<void>;
  readonly shutdownLimitMs?: number;
  /** Returns true while another program has the terminal and receives Ctrl+C and Ctrl+\. */
  readonly isLent?: () => boolean;
}

export interface ExitGuard {
  /**
   * Restores the terminal, prints the line if any, shuts down and exits. While the process is exiting already, only prints the line
   * and replaces an exit code of 0.
   */
  exit(code: number, line?: Visible): Promise<never>;
  /** Exits because of an error. */
  fail(error: unknown): Promise<never>;
  /** Removes the guard. */
  release(): void;
}

/** Exit codes by signal: 128 plus its number. */
const codeOfSignal = { SIGHUP: 129, SIGINT: 130, SIGQUIT: 131, SIGTERM: 143 } as const;
const signals = ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM"] as const;
const bug = 70;
const terminalGone = codeOfSignal.SIGHUP;

/** Restores the terminal before any exit of the process, so that messages are printed on the normal screen. */
export function installExitGuard(options: ExitGuardOptions): ExitGuard {
  const { giveBack, describe, shutdown, shutdownLimitMs = 5000, isLent = () => false } = options;
  let endingWith: number | undefined;
  let isDescribing = false;

  async function exit(code: number, line?: Visible): Promise<never> {
    giveBack();
    if (line !== undefined) writeOut(process.stderr.fd, `${line}\n`);
    if (endingWith !== undefined) {
      // A closed terminal causes several events; the first has started the shutdown.
      endingWith ||= code;
      return await new Promise<never>(() => {});
    }
    endingWith = code;
    try {
      await withinLimit(shutdown?.(), shutdownLimitMs);
    } catch (error) {
      const failure = describe(error);
      writeOut(process.stderr.fd, `${failure.line}\n`);
      endingWith ||= failure.exitCode;
    }
    return process.exit(endingWith);
  }

  async function fail(error: unknown): Promise<never> {
    giveBack();
    // Formatting the error has failed too.
    if (isDescribing) return process.exit(bug);
    isDescribing = true;
    const { line, exitCode } = describe(error);
    isDescribing = false;
    return await exit(exitCode, line);
  }

  const onSignal = (signal: keyof typeof codeOfSignal) => {
    if ((signal === "SIGINT" || signal === "SIGQUIT") && isLent()) return;
    // A second request exits at once; a hangup does not count.
    if (endingWith !== undefined && signal !== "SIGHUP") process.exit(codeOfSignal[signal]);
    void exit(codeOfSignal[signal]);
  };
  const onError = (error: unknown) => void fail(error);
  const onStdoutError = (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") void exit(0);
    else if (error.code === "EIO") void exit(terminalGone);
    else void fail(error);
  };
  // stderr is gone with the terminal.
  const onStderrError = () => {};

  for (const signal of signals) process.on(signal, onSignal);
  process.on("uncaughtException", onError);
  process.on("unhandledRejection", onError);
  process.stdout.on("error", onStdoutError);
  process.stderr.on("error", onStderrError);
  process.on("exit", giveBack);

  return {
    exit,
    fail,
    release() {
      for (const signal of signals) process.off(signal, onSignal);
      process.off("uncaughtException", onError);
      process.off("unhandledRejection", onError);
      process.stdout.off("error", onStdoutError);
      process.stderr.off("error", onStderrError);
      process.off("exit", giveBack);
    },
  };
}

async function withinLimit(work: Promise<void> | undefined, limitMs: number): Promise<void> {
  if (work === undefined) return;
  const { promise: limit, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, limitMs);
  try {
    await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
