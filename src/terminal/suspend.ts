import { readFileSync } from "node:fs";
import process from "node:process";
import type { TerminalInput } from "./input.ts";
import type { TerminalModes } from "./modes.ts";

export interface LendingParts {
  readonly input: Pick<TerminalInput, "pause" | "resume">;
  readonly modes: Pick<TerminalModes, "enter" | "leave">;
  /** Runs work without drawing, then redraws everything: Ink's `suspendTerminal`. */
  readonly handOver: (work: () => Promise<void>) => Promise<void>;
}

export interface Lending {
  /**
   * Stops the process until the shell continues it. Resolves with false, without stopping, if no shell can
   * continue it or the terminal is lent.
   */
  suspend(): Promise<boolean>;
  /**
   * Lends the terminal to another program for the duration of the work, then takes it back and redraws.
   * Resolves with false, without running the work, if the terminal is already lent: two keys of one read can
   * both request it.
   */
  lend(work: () => Promise<void>): Promise<boolean>;
  /**
   * Lends the terminal for the work that `prepare` resolves with. Keys typed meanwhile are not for the app. Resolves
   * with false if it resolves with null.
   */
  lendAfter(prepare: () => Promise<(() => Promise<void>) | null>): Promise<boolean>;
  /** Redraws everything, as after a lending. Keys stay with the app. */
  redraw(): void;
  readonly isLent: boolean;
  /** True while keys are for the shell or another program, from the request on. */
  readonly isAway: boolean;
  /** Removes the signal handlers. */
  release(): void;
}

const keepAliveMs = 1_000_000;
/** Delay of the timer that shows that a stopped process runs again, in milliseconds. */
const runsAgainMs = 1_000;

/**
 * Creates the lending of the terminal to the shell (Ctrl+Z) or an editor. Suspends on SIGTSTP too, and
 * redraws the screen when the process continues after an external stop (`kill -STOP`).
 */
export function createLending({ input, modes, handOver }: LendingParts): Lending {
  let isLent = false;
  let isAway = false;
  let continued: (() => void) | undefined;

  async function lendFor(
    receiver: "app" | "program",
    prepare: () => Promise<(() => Promise<void>) | null>,
  ): Promise<boolean> {
    if (isLent) return false;
    isLent = true;
    isAway = receiver === "program";
    try {
      const work = await prepare();
      if (work !== null) await giveAway(receiver, work);
      return work !== null;
    } finally {
      isLent = false;
      isAway = false;
    }
  }

  async function giveAway(receiver: "app" | "program", work: () => Promise<void>): Promise<void> {
    // A paused terminal and a signal handler do not keep the process alive.
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
      input.resume(receiver === "program");
    }
  }

  const lend = (work: () => Promise<void>) => lendFor("program", async () => work);
  const redraw = () => void lendFor("app", async () => async () => {});

  async function suspend(): Promise<boolean> {
    if (!canBeContinued()) return false;
    return await lend(async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      continued = resolve;
      // A stopped process runs no timers: one that fires shows that the process runs again, even without SIGCONT.
      // A signal that waits is handled before an immediate; after one, it would redraw again.
      const runsAgain = setTimeout(() => setImmediate(resolve), runsAgainMs);
      // Send SIGSTOP to the group: npm, between this process and the shell, neither forwards SIGTSTP nor
      // stops, and the shell waits for it.
      process.kill(0, "SIGSTOP");
      await promise;
      clearTimeout(runsAgain);
      continued = undefined;
    });
  }

  const onContinue = () => {
    if (continued) continued();
    else redraw();
  };
  const onStop = () => void suspend();
  process.on("SIGCONT", onContinue);
  process.on("SIGTSTP", onStop);

  return {
    suspend,
    lend,
    lendAfter: (prepare) => lendFor("program", prepare),
    redraw,
    get isLent() {
      return isLent;
    },
    get isAway() {
      return isAway;
    },
    release() {
      process.off("SIGCONT", onContinue);
      process.off("SIGTSTP", onStop);
    },
  };
}

/**
 * Returns true if a shell can continue this process. The group of the session leader (`xterm -e`, `docker
 * run`, `ssh host command`) has no shell with job control, and a stop would be final. Checked on Linux only;
 * elsewhere false for Windows and process 1.
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
