import { type Command, Option } from "commander";
import type { HooklensError } from "../../model/errors.ts";
import type { Output } from "../output/output.ts";
import type { Settings } from "../settings/settings.ts";

/** What a command starts with. */
export interface Invocation {
  readonly settings: Settings;
  /** What is wrong with the config file, for a command that runs without it then; null: nothing. */
  readonly configError: HooklensError | null;
  readonly output: Output;
  readonly flags: GlobalFlags;
}

interface LaunchOptions {
  /** Run without the config file when it is wrong; otherwise that is the command's error. */
  readonly despiteConfigError?: boolean;
  /** The command sees to signals, crashes and closed pipes by itself. */
  readonly guardsItself?: boolean;
}

/** Runs the body of a command with what was made from its flags; the body resolves with the exit code, or nothing for 0. */
export type Start = (
  flags: GlobalFlags,
  body: (invocation: Invocation) => Promise<number | void>,
  options?: LaunchOptions,
) => Promise<void>;

/** The body of a command: its arguments and its own options come from `command`. */
type CommandBody = (invocation: Invocation, command: Command) => Promise<number | void>;

/** Makes a body the action of a command. */
export type Launch = (body: CommandBody, options?: LaunchOptions) => (this: Command) => Promise<void>;

/** Makes a command; `args` is what stands behind its name on the command line. */
export type DefineCommand = (launch: Launch, args: readonly string[]) => Command;

/** Of commands by their names the one that is named, else all of them. */
export function namedAlone(
  commands: Readonly<Record<string, DefineCommand>>,
  name: string | undefined,
): readonly DefineCommand[] {
  const named = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  return named === undefined ? Object.values(commands) : [named];
}

/** The options every command takes, as they were given. */
export interface GlobalFlags {
  readonly endpoint?: string;
  readonly token?: string;
  readonly local?: true;
  readonly store?: string;
  readonly dataDir?: string;
  readonly format?: Format;
  /** False: `--no-color`. */
  readonly color?: false;
  readonly profile?: string;
  readonly screenReader?: true;
  readonly showSecret?: true;
  readonly quiet?: true;
  readonly verbose?: true;
}

const formats = ["table", "json", "quiet"] as const;
export type Format = (typeof formats)[number];

export const globalHeading = "Global options:";

function globalOptions(): readonly Option[] {
  return [
    new Option("--endpoint <url>", "the hub to talk to when there is a token (env HF_ENDPOINT)"),
    new Option(
      "--token <token>",
      "the token for it, @FILE, or its name in hf auth list (env HF_TOKEN, then the Hub CLI's file)",
    ),
    new Option("--local", "use the embedded hub, whatever the token"),
    new Option("--store <store>", "where things are kept: sqlite (env HOOKLENS_STORE)"),
    new Option(
      "--data-dir <dir>",
      "the data directory (env HOOKLENS_DATA_DIR; default $XDG_DATA_HOME/hooklens)",
    ),
    new Option("--format <format>", "how to print; quiet is one id a line").choices(formats),
    new Option("--no-color", "print no colours (env NO_COLOR)"),
    new Option("--profile <name>", "use these settings of the config file"),
    new Option("--screen-reader", "a linear screen for screen readers (env INK_SCREEN_READER)"),
    new Option("--show-secret", "print secrets in clear"),
    new Option("-q, --quiet", "say nothing but errors"),
    new Option("-v, --verbose", "stack traces and a debug log"),
  ];
}

/** Gives a command the options every command takes, but for those that mean something else there (by long name). */
export function addGlobalOptions(command: Command, except: readonly string[] = []): Command {
  for (const option of globalOptions()) {
    if (!except.includes(option.long ?? "")) command.addOption(option.helpGroup(globalHeading));
  }
  return command;
}

/** The global options in a row, for the help of single commands: hooklens --help explains them. */
export function globalOptionNames(command: Command): readonly string[] {
  return command.options
    .filter((option) => option.helpGroupHeading === globalHeading)
    .map((option) => option.short ?? option.flags);
}

/**
 * What was given, wherever it stood: `hooklens --local webhooks ls` is `hooklens webhooks ls --local`. The nearest to the command wins.
 * An option of the command itself that has a global one's name (`hub --token`) is not among them.
 */
export function globalFlags(command: Command): GlobalFlags {
  const own = command.parent === null ? {} : globalFlags(command.parent);
  const given = command.options
    .filter((option) => option.helpGroupHeading === globalHeading)
    .map((option) => option.attributeName())
    .filter((name) => command.getOptionValueSource(name) === "cli")
    .map((name) => [name, command.getOptionValue(name)]);
  return { ...own, ...Object.fromEntries(given) };
}

/** For an option that can be given several times. */
export function repeated(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}
