import process from "node:process";
import { version } from "../engine/version.ts";
import { exitCodes } from "../model/errors.ts";
import type { GlobalFlags, Start } from "./command-line/command.ts";
import { createOutput } from "./output/output.ts";
import { loadSettings } from "./settings/load-settings.ts";
import { resolveSettings, type Settings } from "./settings/settings.ts";
import type { Config, ConfigValues } from "./settings/table.ts";
import type { StopSignal } from "./signals.ts";
import type { Streams } from "./streams.ts";

/** Streams and signals of a command line. The environment and the working directory are those of the process. */
export interface ExecuteOptions {
  readonly streams: Streams;
  /** Resolves with the next stop signal, for a command that ends itself. */
  nextStopSignal(): Promise<StopSignal>;
  /** Called before a command that handles signals, crashes and closed pipes itself. */
  releaseGuards(): void;
}

/** Runs one command line, and prints its error. Resolves with the exit code. */
export async function execute(
  args: readonly string[],
  { streams, nextStopSignal, releaseGuards }: ExecuteOptions,
): Promise<number> {
  let verbose = isVerbose(args);
  let code = 0;
  const start: Start = async (
    flags,
    body,
    { values, despiteConfigError = false, guardsItself = false } = {},
  ) => {
    verbose = flags.verbose === true;
    const given = { ...(await flagValues(flags)), ...values };
    const { settings, configError } = await loadSettings(given, flags.profile ?? null, process.env);
    if (configError !== null && !despiteConfigError) throw configError;
    const output = createOutput(streams, {
      noColor: settings.noColor.value,
      showSecret: flags.showSecret === true,
      errorsOnly: flags.quiet === true,
    });
    if (verbose) await logStart(settings);
    if (guardsItself) releaseGuards();
    const resolve = (config: Config | null): Settings =>
      resolveSettings({ flags: given, env: process.env, profile: settings.profile, config });
    code = (await body({ settings, configError, output, streams, flags, resolve, nextStopSignal })) ?? 0;
  };
  try {
    if (args.length === 0) {
      // Starts the app without loading the parser.
      const { open } = await import("./commands/open.ts");
      await start({}, open, { guardsItself: true });
    } else {
      const { parseCommandLine } = await import("./command-line/program.ts");
      await parseCommandLine(args, start, streams);
    }
    return code;
  } catch (error) {
    return printFailure(error, streams, verbose);
  }
}

/** Returns true if arguments ask for stack traces, as far as known before parsing. */
export function isVerbose(args: readonly string[]): boolean {
  return args.includes("-v") || args.includes("--verbose");
}

/** Prints the error of a command on stderr. Resolves with the exit code. */
export async function printFailure(
  error: unknown,
  { stderr }: Pick<Streams, "stderr">,
  verbose: boolean,
): Promise<number> {
  try {
    // Loaded on demand: a command that succeeds does not need it.
    const { openLogFile } = await import("../engine/log-file.ts");
    const { describeFailure } = await import("./failure.ts");
    const { line, details, exitCode } = describeFailure(error, openLogFile());
    stderr.write(`${verbose ? [line, ...details].join("\n") : line}\n`);
    return exitCode;
  } catch (unloaded) {
    // No file can be opened, or the installation changed while this process ran.
    const line = `error: ${String(error)} (it cannot be described: ${String(unloaded)}).`;
    stderr.write(`${line.replaceAll(/[^ -~]/g, "?")}\n`);
    return exitCodes.bug;
  }
}

/** Logs the settings of this run, for `-v`. */
async function logStart({ dataDir, store, configFile }: Settings): Promise<void> {
  const [{ openLogFile }, { describeStore }] = await Promise.all([
    import("../engine/log-file.ts"),
    import("../engine/stores.ts"),
  ]);
  openLogFile({ level: "debug" }).debug(
    `hooklens ${version} on node ${process.versions.node}, data directory ${dataDir.value} (${dataDir.from}), store ${describeStore(store.value).shown} (${store.from}), config file ${configFile.found ? configFile.path : "none"}`,
  );
}

/**
 * Returns the settings that global flags set, for the strongest layer.
 * @throws {UsageError} the file of `--token @FILE` cannot be read
 */
async function flagValues(flags: GlobalFlags): Promise<ConfigValues> {
  return {
    endpoint: flags.endpoint,
    token: flags.token === undefined ? undefined : await tokenOf(flags.token),
    local: flags.local,
    store: flags.store,
    dataDir: flags.dataDir,
    noColor: flags.color === false ? true : undefined,
  };
}

async function tokenOf(flag: string): Promise<string> {
  const { secretFromArgument } = await import("./command-line/secret-argument.ts");
  return secretFromArgument(flag).trim();
}
