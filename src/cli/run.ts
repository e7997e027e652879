import process from "node:process";
import { StdoutUnwritableError } from "./errors.ts";
import { execute, isVerbose, printFailure } from "./execute.ts";
import { exitOnSignals, leaveSignals, nextStopSignal } from "./signals.ts";

/** Runs one command line on the streams of this process, and ends the process with its exit code. */
export async function run(args: readonly string[]): Promise<never> {
  let hasCrashed = false;
  const crash = async (error: unknown): Promise<never> => {
    hasCrashed = true;
    return exit(await printFailure(error, process, isVerbose(args)));
  };
  const guards = installGuards((error) => void crash(error));
  const code = await execute(args, {
    streams: process,
    nextStopSignal,
    releaseGuards: () => guards.release(),
  });
  await flush();
  // If the last write failed, the guard ends the process.
  if (!hasCrashed) process.exit(code);
  return new Promise<never>(() => {});
}

/** Ends the process when its output is flushed, without waiting for idle connections. */
async function exit(code: number): Promise<never> {
  await flush();
  process.exit(code);
}

/** Resolves when stdout and stderr are flushed or have failed. */
async function flush(): Promise<void> {
  await Promise.all(
    [process.stdout, process.stderr].map(
      (stream) => new Promise<void>((resolve) => void stream.write("", () => resolve())),
    ),
  );
}

/** Handlers that end a command on a signal, an uncaught error or failed output. */
interface Guards {
  /** Removes the handlers. For commands with handlers of their own (app, engine). */
  release(): void;
}

/**
 * Installs handlers that end the process on a signal, an uncaught error, or output that cannot be written. A
 * closed stdout pipe ends the process with code 0; a closed stderr pipe is ignored.
 * @param onCrash reports the error and ends the process
 */
function installGuards(onCrash: (error: unknown) => void): Guards {
  const onStdoutError = (error: NodeJS.ErrnoException): void => {
    // A reader that closes the pipe early (`| head`) is not a failure.
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
