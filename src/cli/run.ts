import process from "node:process";
import { CommanderError } from "commander";
import { describeFailure } from "./failure.ts";
import { createOutput } from "./output/output.ts";
import { flagValues, globalFlags } from "./program/global-options.ts";
import { buildProgram } from "./program/program.ts";
import { loadSettings } from "./settings/load-settings.ts";
import { exitOnSignals } from "./signals.ts";

/** Runs one command line and ends the process with its exit code. */
export async function run(args: readonly string[]): Promise<never> {
  endWithClosedPipe();
  exitOnSignals();
  let verbose = args.includes("-v");
  const end = async (error: unknown): Promise<never> => {
    const { line, details, exitCode } = await describeFailure(error);
    process.stderr.write(`${line}\n`);
    if (verbose) process.stderr.write(`${details.join("\n")}\n`);
    return exit(exitCode);
  };
  process.on("uncaughtException", (error) => void end(error));
  process.on("unhandledRejection", (error) => void end(error));

  let code = 0;
  const program = buildProgram(
    (body, { despiteConfigError = false } = {}) =>
      async function launchCommand() {
        const flags = globalFlags(this);
        verbose = flags.verbose === true;
        const { settings, configError } = await loadSettings(
          flagValues(flags),
          flags.profile ?? null,
          process.env,
        );
        if (configError !== null && !despiteConfigError) throw configError;
        const output = createOutput({
          format: flags.format ?? "table",
          noColor: settings.noColor.value,
          showSecret: flags.showSecret === true,
          errorsOnly: flags.quiet === true,
        });
        code = (await body({ settings, configError, output, flags }, this)) ?? 0;
      },
  );
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    // Help and version were printed: commander says so by an error.
    if (!(error instanceof CommanderError && error.exitCode === 0)) return end(error);
  }
  return exit(code);
}

/** A reader that has seen enough (`| head`) is no failure. */
function endWithClosedPipe(): void {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    throw error;
  });
  process.stderr.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") throw error;
  });
}

/** Ends when everything written has left, without waiting for idle connections. */
async function exit(code: number): Promise<never> {
  await Promise.all(
    [process.stdout, process.stderr].map(
      (stream) => new Promise<void>((resolve) => void stream.write("", () => resolve())),
    ),
  );
  process.exit(code);
}
