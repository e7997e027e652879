import { CommanderError } from "commander";
import { globalFlags } from "./global-options.ts";
import type { Start } from "./launch.ts";
import { buildProgram } from "./program.ts";

/** Reads the command line, and starts the command that it names or prints help. @throws {UsageError} */
export async function parseCommandLine(args: readonly string[], start: Start): Promise<void> {
  const program = buildProgram(
    (body, options) =>
      async function launchCommand() {
        await start(globalFlags(this), (invocation) => body(invocation, this), options);
      },
    args,
  );
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    // Help or the version was printed: commander says so by an error.
    if (!(error instanceof CommanderError && error.exitCode === 0)) throw error;
  }
}
