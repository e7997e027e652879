import { readFileSync } from "node:fs";
import process from "node:process";
import type { TerminalInput } from "./input.ts";
import type { TerminalModes } from "./modes.ts";

export interface LendingParts {
  readonly input: Pick<TerminalInput, "pause" | "resume">;
  readonly modes: Pick<TerminalModes, "enter" | "leave">;
  /** Runs work while the app draws nothing, and draws everything anew after it: Ink's `suspendTerminal`. */
  readonly handOver: (work: () => Promise<void>) => Promise<void>;
}

export interface Lending {
  /** Ctrl+Z: stops, until the shell continues us. False when nobody is there who could, or the terminal is lent. */
  suspend(): Promise<boolean>;
  /**
   * Gives the terminal to another program for the length of some work, takes it back whatever comes of it, and draws anew.
   * False, and the work not done, when the terminal is lent already: two keys of one read can both ask for it.
   */
  lend(work: () => Promise<void>): Promise<boolean>;
  readonly isLent: boolean;
  release(): void;
}

const keepAliveMs = 1_000_000;

/**
 * Gives the terminal away for a while and takes it back: to the shell on Ctrl+Z, to an editor.
 * A stop from outside (`kill -STOP`, `kill -TSTP`) is seen when the process is continued, and the screen is drawn anew.
 */
export function createLending({ input, modes, handOver }: LendingParts): Lending {
  let isLent = false;
  let continued: (() => void) | undefined;

  async function lend(work: () => Promise<void>): Promise<boolean> {
    if (isLent) return false;
    isLent = true;
    // A paused terminal and a signal handler do not keep a process alive, and there may be nothing else.
    const keepAlive = setInterval(() => {}, keepAliveMs);
    try {
      await input.pause();
      await handOver(async () => {
        modes.leave();
        try {
          await work();
        } finally {
          modes.enter();
        }
      });
    } finally {
      clearInterval(keepAlive);
      isLent = false;
      input.resume();
    }
    return true;
  }

  async function suspend(): Promise<boolean> {
    if (!canBeContinued()) return false;
    return await lend(async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      continued = resolve;
      // SIGSTOP to the group: npm, which stands between us and the shell, would not pass SIGTSTP on, nor stop by itself,
      // and the shell waits for it.
      process.kill(0, "SIGSTOP");
      await promise;
      continued = undefined;
    });
  }

  const onContinue = () => {
    if (continued) continued();
    else void lend(() => Promise.resolve());
  };
  const onStop = () => void suspend();
  process.on("SIGCONT", onContinue);
  process.on("SIGTSTP", onStop);

  return {
    suspend,
    lend,
    get isLent() {
      return isLent;
    },
    release() {
      process.off("SIGCONT", onContinue);
      process.off("SIGTSTP", onStop);
    },
  };
}

/**
 * Whether somebody above could continue us. In the group of the session's leader (`xterm -e`, `docker run`, `ssh host command`)
 * there is no shell with job control, and a stop would be for good. Known on Linux; elsewhere it is taken for granted.
 */
function canBeContinued(): boolean {
  if (process.platform === "win32") return false;
  if (process.platform !== "linux") return process.pid !== 1;
  // proc(5): after the name in parentheses come state, parent, group, session.
  const [, , group, session] = readFileSync("/proc/self/stat", "latin1")
    .replace(/^.*\) /su, "")
    .split(" ");
  return group !== session;
}
