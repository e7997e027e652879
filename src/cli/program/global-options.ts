import { type Command, Option } from "commander";

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

export const formats = ["table", "json", "quiet"] as const;
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
