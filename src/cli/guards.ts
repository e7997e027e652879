import process from "node:process";
import { StdoutUnwritableError } from "./output/errors.ts";
import { exitOnSignals, leaveSignals } from "./signals.ts";

/** What keeps an ordinary command from ending in any other way than with a line and an exit code. */
export interface Guards {
  /** Takes them away, for a command that sees to its own end: the app with its terminal, its engine. */
  release(): void;
}

/**
 * Ends the process at a signal, at an error nobody caught, and when the reader of a pipe has gone.
 * @param onCrash ends the process
 */
export function installGuards(onCrash: (error: unknown) => void): Guards {
  const onStdoutError = (error: NodeJS.ErrnoException): void => {
    // A reader that has seen enough (`| head`) is no failure.
    if (error.code === "EPIPE") process.exit(0);
    onCrash(
      new StdoutUnwritableError({
        what: "stdout cannot be written",
        why: error.code ?? error.message,
        hint: "Check where it is redirected to",
        cause: error,
      }),
    );
  };
  const onStderrError = (error: NodeJS.ErrnoException): void => {
    if (error.code !== "EPIPE") onCrash(error);
  };
  exitOnSignals();
  process.on("uncaughtException", onCrash);
  process.on("unhandledRejection", onCrash);
  process.stdout.on("error", onStdoutError);
  process.stderr.on("error", onStderrError);
  return {
    release() {
      leaveSignals();
      process.off("uncaughtException", onCrash);
      process.off("unhandledRejection", onCrash);
      process.stdout.off("error", onStdoutError);
      process.stderr.off("error", onStderrError);
    },
  };
}
