import process from "node:process";
import type { Visible } from "../text/visible.ts";
import { writeOut } from "./write-out.ts";

export interface ExitGuardOptions {
  /** Gives the terminal back before it returns; called more than once. */
  readonly giveBack: () => void;
  /** The line to print for an error that ends the program, and the code to end with. */
  readonly describe: (error: unknown) => { readonly line: Visible; readonly exitCode: number };
  /** What has to be ended or saved first. The terminal is given back before it, and it is not waited for longer than the limit. */
  readonly shutdown?: () => Promise<void>;
  readonly shutdownLimitMs?: number;
  /** True while another program has the terminal: Ctrl+C and Ctrl+\ are meant for that one. */
  readonly isLent?: () => boolean;
}

export interface ExitGuard {
  /**
   * Gives the terminal back, prints the line if there is one, shuts down and ends the process. While it is ending already,
   * only the line is printed, and a code other than 0 stands in for 0.
   */
  exit(code: number, line?: Visible): Promise<never>;
  /** The same for an error. */
  fail(error: unknown): Promise<never>;
  /** Takes the guard away without ending anything. */
  release(): void;
}

/** By convention 128 and the number of the signal. */
const codeOfSignal = { SIGHUP: 129, SIGINT: 130, SIGQUIT: 131, SIGTERM: 143 } as const;
const signals = ["SIGHUP", "SIGINT", "SIGQUIT", "SIGTERM"] as const;
const bug = 70;
const terminalGone = codeOfSignal.SIGHUP;

/** Sees to it that however the process ends, the terminal is given back first and what is to be read stands on the normal screen. */
export function installExitGuard(options: ExitGuardOptions): ExitGuard {
  const { giveBack, describe, shutdown, shutdownLimitMs = 5000, isLent = () => false } = options;
  let endingWith: number | undefined;
  let isDescribing = false;

  async function exit(code: number, line?: Visible): Promise<never> {
    giveBack();
    if (line !== undefined) writeOut(process.stderr.fd, `${line}\n`);
    if (endingWith !== undefined) {
      // A terminal that goes away says so in several ways; the first of them has started the shutdown.
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
    // Putting an error in words has failed too, and the failure has come back here.
    if (isDescribing) return process.exit(bug);
    isDescribing = true;
    const { line, exitCode } = describe(error);
    isDescribing = false;
    return await exit(exitCode, line);
  }

  const onSignal = (signal: keyof typeof codeOfSignal) => {
    if ((signal === "SIGINT" || signal === "SIGQUIT") && isLent()) return;
    // Whoever asks a second time does not want to wait. A hangup is no asking.
    if (endingWith !== undefined && signal !== "SIGHUP") process.exit(codeOfSignal[signal]);
    void exit(codeOfSignal[signal]);
  };
  const onError = (error: unknown) => void fail(error);
  const onStdoutError = (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") void exit(0);
    else if (error.code === "EIO") void exit(terminalGone);
    else void fail(error);
  };
  // A terminal that is gone takes stderr with it; what could not be said there cannot be said at all.
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
