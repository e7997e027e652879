import { Command, type CommanderError, Help, Option } from "commander";
import type { CommandRecord } from "./command-record.ts";
import { addGlobalOptions, globalHeading, globalOptionNames, type Start } from "./command.ts";

/** Command in an index: its line in a list of commands, and a loader of its record. */
export interface Entry<Path extends string> {
  readonly summary: string;
  /** True to leave it out of lists of commands. */
  readonly hidden?: true;
  load?(): Promise<CommandRecord<Path>>;
  /** Commands below it. */
  readonly group?: Group;
}

/** Commands below another one. */
export interface Group {
  /** Text of the help of a command that only groups others. */
  readonly description?: string;
  /** Text after the commands in the help. */
  readonly help?: string;
  /** Entries by the name of the command and its arguments: `ls|list`, `info <id>`. */
  readonly commands: Readonly<Record<string, Entry<string>>>;
}

/** Group whose entries load the records of a path and their own names. */
export interface GroupAt<Path extends string, Name extends string> extends Group {
  readonly commands: { readonly [Each in Name]: Entry<`${Path}${Each}`> };
}

/**
 * Creates the group of a command.
 * @param _path name of the command: each entry must load the record of this path and its own name
 */
export function group<Path extends string, Name extends string>(
  _path: Path,
  of: GroupAt<`${Path} `, Name>,
): GroupAt<`${Path} `, Name> {
  return of;
}

/** Command with options, arguments and commands added when it is named. */
class LazyCommand extends Command {
  /** Line in a list of commands: `info [options] <id>`. */
  readonly term: string;
  #define: (() => Promise<void>) | null = null;

  constructor(key: string, define: (to: LazyCommand) => Promise<void>) {
    const [names = "", ...args] = key.split(" ");
    const [name = "", ...aliases] = names.split("|");
    super(name);
    this.aliases(aliases);
    this.term = [names, "[options]", ...args].join(" ");
    this.#define = () => define(this);
  }

  async load(): Promise<void> {
    const define = this.#define;
    this.#define = null;
    await define?.();
  }
}

/** Adds the options, arguments and subcommands of a command on the first call. */
export async function load(command: Command): Promise<void> {
  if (command instanceof LazyCommand) await command.load();
}

/** Loads a command and all commands below it. */
export async function loadAll(command: Command): Promise<void> {
  await load(command);
  await Promise.all(command.commands.map(loadAll));
}

/** Thrown for a mistake on the command line. */
export class ParseError extends Error {
  readonly error: CommanderError;
  readonly command: Command;

  constructor(error: CommanderError, command: Command) {
    super(error.message, { cause: error });
    this.error = error;
    this.command = command;
  }
}

/** Adds the commands of an index to a command, each with its name and summary only. */
export function addCommands(parent: Command, { commands }: Group, start: Start): void {
  parent.helpCommand(false).enablePositionalOptions();
  parent.hook("preSubcommand", (_, command) => load(command));
  for (const [key, { summary, hidden = false, load: loadRecord, group: below }] of Object.entries(commands)) {
    const command = new LazyCommand(key, async (to) => {
      if (below !== undefined) addCommands(to, below, start);
      if (loadRecord !== undefined) (await loadRecord()).define(to, start);
      else addGlobalOptions(to);
    });
    command.summary(summary).description(below?.description ?? summary);
    if (below?.help !== undefined) command.addHelpText("after", below.help);
    parent.addCommand(command, { hidden });
    inherit(command, parent);
  }
}

/** Configures a subcommand: commander passes settings on only to commands that it creates itself. */
export function inherit(command: Command, parent: Command): void {
  command
    .copyInheritedSettings(parent)
    .addHelpOption(new Option("-h, --help", "print help").helpGroup(globalHeading))
    .allowUnknownOption(false)
    .allowExcessArguments(false)
    .configureHelp({
      subcommandTerm,
      formatItemList: (heading, items) =>
        heading === globalHeading ? formatGlobals(command) : formatItemList(heading, items),
    });
  refuseMistakes(command);
}

/** Throws a `ParseError` where commander would end the process. */
export function refuseMistakes(command: Command): void {
  command.exitOverride((error) => {
    throw error.exitCode === 0 ? error : new ParseError(error, command);
  });
}

export function subcommandTerm(command: Command): string {
  return command instanceof LazyCommand ? command.term : new Help().subcommandTerm(command);
}

export function formatItemList(heading: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [heading, ...items, ""];
}

/** Formats the names of the global options as one paragraph: the command's own options stand out. */
function formatGlobals(command: Command): string[] {
  const lines: string[] = [];
  let line = " ";
  for (const name of [...globalOptionNames(command), "-h"]) {
    if (line.length + name.length + 3 > 78) {
      lines.push(line);
      line = " ";
    }
    line += ` ${name}`.padStart(name.length + (line === " " ? 1 : 3));
  }
  return ["Global options (run hooklens --help for details):", ...lines, line, ""];
}
