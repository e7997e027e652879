import process from "node:process";
import type { Visible } from "../text/visible.ts";
import { writeOut } from "./write-out.ts";

export interface ExitGuardOptions {
  /** Restores the terminal synchronously; may be called more than once. */
  readonly giveBack: () => void;
  /** Returns the line and exit code of a fatal error. */
  readonly describe: (error: unknown) => { readonly line: Visible; readonly exitCode: number };
  /**
   * Shuts down after restoring the terminal and before the exit, for at most `shutdownLimitMs`.
   * @returns a line to print; null for none
   */
  readonly shutdown?: () => Promise<Visible | null>;
  /** Limit for `shutdown`, in milliseconds. @default 5000 */
  readonly shutdownLimitMs?: number;
  /** Returns true while another program has the terminal and receives Ctrl+C and Ctrl+\. */
  readonly isLent?: () => boolean;
}

export interface ExitGuard {
  /**
   * Restores the terminal, prints the line if any, shuts down and exits. If an exit is in progress, only
   * restores the terminal, prints the line, and replaces an exit code of 0. Never resolves.
   */
  exit(code: number, line?: Visible): Promise<never>;
  /** Exits with the line and code that `describe` returns for the error. */
  fail(error: unknown): Promise<never>;
  /** Removes the handlers of the guard. */
  release(): void;
}

/** Exit codes by signal: 128 plus its number. */
const codeOfSignal = { SIGHUP: 129, SIGINT: 130, SIGQUIT: 131, SIGTERM: 143 } as const;
const signals = ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM"] as const;
const bug = 70;
const terminalGone = codeOfSignal.SIGHUP;

/**
 * Installs handlers of signals, errors and the exit. They restore the terminal first, so that messages appear on the
 * normal screen.
 */
export function installExitGuard(options: ExitGuardOptions): ExitGuard {
  const { giveBack, describe, shutdown, shutdownLimitMs = 5000, isLent = () => false } = options;
  let endingWith: number | undefined;
  let isDescribing = false;

  async function exit(code: number, line?: Visible): Promise<never> {
    giveBack();
    if (line !== undefined) writeOut(process.stderr.fd, `${line}\n`);
    if (endingWith !== undefined) {
      // A closed terminal causes several events; the first one starts the shutdown.
      endingWith ||= code;
      return await new Promise<never>(() => {});
    }
    endingWith = code;
    try {
      const last = (await withinLimit(shutdown?.(), shutdownLimitMs)) ?? null;
      if (last !== null) writeOut(process.stderr.fd, `${last}\n`);
    } catch (error) {
      const failure = describe(error);
      writeOut(process.stderr.fd, `${failure.line}\n`);
      endingWith ||= failure.exitCode;
    }
    return process.exit(endingWith);
  }

  async function fail(error: unknown): Promise<never> {
    giveBack();
    // `describe` has thrown this error.
    if (isDescribing) return process.exit(bug);
    isDescribing = true;
    const { line, exitCode } = describe(error);
    isDescribing = false;
    return await exit(exitCode, line);
  }

  const onSignal = (signal: keyof typeof codeOfSignal) => {
    if ((signal === "SIGINT" || signal === "SIGQUIT") && isLent()) return;
    // A second signal exits at once, except for SIGHUP.
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

/** Waits for the work, at most `limitMs`. */
async function withinLimit<T>(work: Promise<T> | undefined, limitMs: number): Promise<T | undefined> {
  if (work === undefined) return undefined;
  const { promise: limit, resolve } = Promise.withResolvers<undefined>();
  const timer = setTimeout(() => resolve(undefined), limitMs);
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}
