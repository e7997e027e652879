import process from "node:process";
import { describeStore } from "../engine/stores.ts";
import { version } from "../engine/version.ts";
import type { GlobalFlags, Start } from "./command-line/command.ts";
import { secretFromArgument } from "./command-line/secret-argument.ts";
import { StdoutUnwritableError } from "./errors.ts";
import { describeFailure } from "./failure.ts";
import { createOutput } from "./output/output.ts";
import type { Config, ConfigValues } from "./settings/config-schema.ts";
import { loadSettings } from "./settings/load-settings.ts";
import { resolveSettings, type Settings } from "./settings/settings.ts";
import { exitOnSignals, leaveSignals } from "./signals.ts";

/** Runs one command line and ends the process with its exit code. */
export async function run(args: readonly string[]): Promise<never> {
  let verbose = args.includes("-v");
  let failing = false;
  const fail = async (error: unknown): Promise<never> => {
    failing = true;
    // Loaded on demand: a command that succeeds does not need it.
    const { openLogFile } = await import("../engine/log-file.ts");
    const { line, details, exitCode } = describeFailure(error, openLogFile());
    process.stderr.write(`${verbose ? [line, ...details].join("\n") : line}\n`);
    return exit(exitCode);
  };
  const guards = installGuards((error) => void fail(error));

  let code = 0;
  const start: Start = async (
    flags,
    body,
    { values, despiteConfigError = false, guardsItself = false } = {},
  ) => {
    verbose = flags.verbose === true;
    const given = { ...flagValues(flags), ...values };
    const { settings, configError } = await loadSettings(given, flags.profile ?? null, process.env);
    if (configError !== null && !despiteConfigError) throw configError;
    const output = createOutput({
      noColor: settings.noColor.value,
      showSecret: flags.showSecret === true,
      errorsOnly: flags.quiet === true,
    });
    if (verbose) await logStart(settings);
    if (guardsItself) guards.release();
    const resolve = (config: Config | null): Settings =>
      resolveSettings({ flags: given, env: process.env, profile: settings.profile, config });
    code = (await body({ settings, configError, output, flags, resolve })) ?? 0;
  };
  try {
    if (args.length === 0) {
      // Starts the app without loading the parser.
      const { open } = await import("./commands/open.ts");
      await start({}, open, { guardsItself: true });
    } else {
      const { parseCommandLine } = await import("./command-line/program.ts");
      await parseCommandLine(args, start);
    }
  } catch (error) {
    return fail(error);
  }
  await flush();
  // If the last write failed, `fail` ends the process.
  if (!failing) process.exit(code);
  return new Promise<never>(() => {});
}

/** Logs the settings of this run, for `-v`. */
async function logStart({ dataDir, store, configFile }: Settings): Promise<void> {
  const { openLogFile } = await import("../engine/log-file.ts");
  openLogFile({ level: "debug" }).debug(
    `hooklens ${version} on node ${process.versions.node}, data directory ${dataDir.value} (${dataDir.from}), store ${describeStore(store.value).shown} (${store.from}), config file ${configFile.found ? configFile.path : "none"}`,
  );
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

/**
 * Returns the settings that global flags set, for the strongest layer.
 * @throws {UsageError} the file of `--token @FILE` cannot be read
 */
function flagValues(flags: GlobalFlags): ConfigValues {
  return {
    endpoint: flags.endpoint,
    token: flags.token === undefined ? undefined : secretFromArgument(flags.token).trim(),
    local: flags.local,
    store: flags.store,
    dataDir: flags.dataDir,
    noColor: flags.color === false ? true : undefined,
  };
}

/** Handlers of signals, uncaught errors and failed output, which end a command. */
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
