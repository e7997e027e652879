import { type Command, Option } from "commander";
import { storeForms } from "../../engine/stores.ts";
import type { HooklensError } from "../../model/errors.ts";
import { standardFormats, type Views } from "../output/formats.ts";
import type { Output } from "../output/output.ts";
import type { Settings } from "../settings/settings.ts";
import type { Config, ConfigValues } from "../settings/table.ts";
import type { StopSignal } from "../signals.ts";
import type { Streams } from "../streams.ts";

/** Settings, flags and output that a command starts with. */
export interface Startup {
  readonly streams: Streams;
  /** Resolves with the next stop signal; the command then ends itself. */
  nextStopSignal(): Promise<StopSignal>;
  readonly settings: Settings;
  /** Resolves the settings of the same flags and environment with another config file; null for none. */
  resolve(config: Config | null): Settings;
  /** Error in the config file, for commands that run without it; null if the file is valid or absent. */
  readonly configError: HooklensError | null;
  readonly output: Output;
  readonly flags: GlobalFlags;
}

export interface StartOptions {
  /** Settings of the command's own flags. */
  readonly values?: ConfigValues;
  /**
   * True if the command runs without an invalid config file; otherwise it fails with the error of the file.
   */
  readonly despiteConfigError?: boolean;
  /** True if the command handles signals, crashes and closed pipes itself. */
  readonly guardsItself?: boolean;
}

/** Runs a command with the settings of its flags; `body` resolves to the exit code, or to undefined for 0. */
export type Start = (
  flags: GlobalFlags,
  body: (startup: Startup) => Promise<number | void>,
  options?: StartOptions,
) => Promise<void>;

/** One run of a command. */
export interface Invocation<Result = Views> extends Startup {
  /** Chosen format, by its name in the command's record of formats. */
  readonly format: string;
  /** Writes the result in the chosen format, by default to stdout. */
  print(result: Result, output?: Output): Promise<void>;
}

/** Global options, as typed. */
export interface GlobalFlags {
  readonly endpoint?: string;
  readonly token?: string;
  readonly local?: true;
  readonly store?: string;
  readonly dataDir?: string;
  readonly format?: string;
  /** False: `--no-color`. */
  readonly color?: false;
  readonly profile?: string;
  readonly screenReader?: true;
  readonly showSecret?: true;
  readonly quiet?: true;
  readonly verbose?: true;
}

export const globalHeading = "Global options:";

function globalOptions(): readonly Option[] {
  return [
    new Option("--endpoint <url>", "hub to use if there is a token for it (env HF_ENDPOINT)"),
    new Option(
      "--token <token>",
      "token for that hub: the text, @FILE, or its name in hf auth list (env HF_TOKEN; default: the active token of hf auth)",
    ),
    new Option("--local", "use the embedded hub, even if there is a token"),
    new Option("--store <store>", `store of the data: ${storeForms.join(", ")} (env HOOKLENS_STORE)`),
    new Option("--data-dir <dir>", "data directory (env HOOKLENS_DATA_DIR; default $XDG_DATA_HOME/hooklens)"),
    new Option("--format <format>", "output format; quiet prints one ID per line").choices(
      Object.keys(standardFormats),
    ),
    new Option("--no-color", "print no colors (env NO_COLOR)"),
    new Option("--profile <name>", "profile of the config file"),
    new Option("--screen-reader", "announce lines of text for a screen reader (env INK_SCREEN_READER)"),
    new Option("--show-secret", "print secrets in clear text"),
    new Option("-q, --quiet", "print only errors on stderr"),
    new Option("-v, --verbose", "print stack traces and write a debug log"),
  ];
}

/** Adds the global options, except those with the given long names. */
export function addGlobalOptions(command: Command, except: readonly string[] = []): Command {
  for (const option of globalOptions()) {
    if (!except.includes(option.long ?? "")) command.addOption(option.helpGroup(globalHeading));
  }
  return command;
}

/** Returns the names of the global options of a command, for its help. `hooklens --help` explains them. */
export function globalOptionNames(command: Command): readonly string[] {
  return command.options
    .filter((option) => option.helpGroupHeading === globalHeading)
    .map((option) => option.short ?? option.flags);
}

/**
 * Collects the global flags of a command and its parents: `hooklens --local webhooks ls` is `hooklens
 * webhooks ls --local`. A flag of the command takes precedence over one of a parent. A command's own option
 * with a global name (`hub --token`) is not collected, except `--format`.
 */
export function globalFlags(command: Command): GlobalFlags {
  const inherited = command.parent === null ? {} : globalFlags(command.parent);
  const given = command.options
    .filter((option) => option.helpGroupHeading === globalHeading || option.long === "--format")
    .map((option) => option.attributeName())
    .filter((name) => command.getOptionValueSource(name) === "cli")
    .map((name) => [name, command.getOptionValue(name)]);
  return { ...inherited, ...Object.fromEntries(given) };
}

/** Collects the values of a repeatable option. */
export function repeated(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}
