import type { Argument, Command, Option } from "commander";
// Reads the definitions of the commands for docs/commands.md and the manual pages.
import { globalHeading } from "../src/cli/command-line/command.ts";

/** Option or argument, and its meaning. */
export type Term = readonly [name: string, meaning: string];

/** Command that can be run. */
export interface CommandEntry {
  readonly command: Command;
  /** Full name: `hooklens webhooks ls`. */
  readonly name: string;
  /** Full name with other names and arguments: `hooklens webhooks ls|list`. */
  readonly usage: string;
  /** Arguments and own options. */
  readonly terms: readonly Term[];
}

export const exitCodes: readonly Term[] = [
  ["0", "success"],
  ["1", "failure"],
  ["2", "wrong usage"],
  ["3", "hub or store not usable"],
  ["70", "a bug"],
];

/** Returns the options of every command. */
export function globalTerms(program: Command): readonly Term[] {
  return program.options.filter((option) => option.helpGroupHeading === globalHeading).map(optionTerm);
}

/** Returns the commands below a command that can be run, in the order of the help. */
export function commandEntries(parent: Command): readonly CommandEntry[] {
  return parent.createHelp().visibleCommands(parent).flatMap(entriesOf);
}

/** Returns a command, if it can be run, and those below it. */
export function entriesOf(command: Command): readonly CommandEntry[] {
  const help = command.createHelp();
  const below = commandEntries(command);
  const terms = [
    ...command.registeredArguments.map((argument): Term => [argument.name(), meaningOf(argument)]),
    ...help
      .visibleOptions(command)
      .filter((option) => option.helpGroupHeading !== globalHeading && option.long !== "--help")
      .map(optionTerm),
  ];
  if (below.length > 0 && terms.length === 0) return below;
  const usage = help.commandUsage(command).replace(" [options]", "");
  return [{ command, name: nameOf(command), usage, terms }, ...below];
}

export function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
}

function optionTerm(option: Option): Term {
  return [option.flags, meaningOf(option)];
}

function meaningOf({ description, argChoices }: Argument | Option): string {
  return argChoices === undefined ? description : `${description} (${argChoices.join(", ")})`;
}
