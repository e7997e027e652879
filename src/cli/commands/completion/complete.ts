import type { Argument, Command, Option } from "commander";
import { load } from "../../command-line/command-tree.ts";
import type { GlobalFlags } from "../../command-line/command.ts";
import {
  type CommandWords,
  findCommand,
  findOption,
  nextArgument,
  readWords,
  takesValue,
} from "./command-words.ts";

/** Word that the completed one may become. */
export interface Candidate {
  readonly value: string;
  readonly note?: string;
}

/** Words to choose from, or the kind of names that the shell completes itself. */
export type Candidates = readonly Candidate[] | "files" | "directories";

/** Value to complete. */
export interface WantedValue {
  /** Full name of the command without `hooklens`: `webhooks show`. */
  readonly command: string;
  /** Long name of the option, or the argument's name in the help: `--where`, `<id>`. */
  readonly name: string;
  /** Part that is typed. */
  readonly typed: string;
  /** Arguments before it. */
  readonly operands: readonly string[];
  readonly flags: GlobalFlags;
}

/** Returns the values that an option or an argument can have. */
export type ValuesOf = (wanted: WantedValue) => Promise<Candidates>;

/**
 * Completes the last word of a command line from the definitions of the commands.
 * @param words words after `hooklens` as they are typed, with their quotes; the last one is completed
 */
export async function complete(
  program: Command,
  words: readonly string[],
  valuesOf: ValuesOf,
): Promise<Candidates> {
  const before = words.slice(0, -1).map(withoutQuotes);
  const typed = withoutQuotes(words.at(-1) ?? "");
  const read = await readWords(program, before);
  const valueOf = async (of: Option | Argument, start: string): Promise<Candidates> => {
    const found = await choicesOf(of, read, typed.slice(start.length), valuesOf);
    return typeof found === "string"
      ? found
      : found.map(({ value, ...rest }) => ({ value: start + value, ...rest }));
  };
  const all = await candidates(read, typed, valueOf);
  return typeof all === "string" ? all : all.filter(({ value }) => value.startsWith(typed));
}

/** Returns the candidates of a word, including some with another start. */
async function candidates(
  read: CommandWords,
  typed: string,
  valueOf: (of: Option | Argument, start: string) => Promise<Candidates>,
): Promise<Candidates> {
  const { command, operands, onlyOperands } = read;
  if (read.valueOf !== null) return valueOf(read.valueOf, "");
  if (!onlyOperands && typed.startsWith("-")) {
    const [name = "", value] = typed.split(/=(.*)/s, 2);
    if (value === undefined) return flagsOf(read);
    const option = findOption(command, name);
    return option !== null && takesValue(option) ? valueOf(option, `${name}=`) : [];
  }
  const argument = nextArgument(read);
  if (command.name() === "help") return commandsOf(await descend(command.parent ?? command, operands));
  const named = operands.length === 0 ? commandsOf(command) : [];
  return named.length > 0 || argument === null ? named : valueOf(argument, "");
}

async function descend(from: Command, words: readonly string[]): Promise<Command> {
  let command = from;
  for (const word of words) {
    command = findCommand(command, word) ?? command;
    await load(command);
  }
  return command;
}

function commandsOf(command: Command): readonly Candidate[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .map((each) => ({ value: each.name(), note: each.summary() || each.description() }));
}

/** Returns the options of the command, except given ones that cannot be repeated. */
function flagsOf({ command, given }: CommandWords): readonly Candidate[] {
  return command
    .createHelp()
    .visibleOptions(command)
    .filter((option) => !given.includes(option) || option.parseArg !== undefined)
    .map(({ long, short, description }) => ({ value: long ?? short ?? "", note: description }));
}

async function choicesOf(
  of: Option | Argument,
  { command, operands, flags }: CommandWords,
  typed: string,
  valuesOf: ValuesOf,
): Promise<Candidates> {
  if (of.argChoices !== undefined) return of.argChoices.map((value) => ({ value }));
  return valuesOf({ command: pathOf(command), name: nameOfValue(of), typed, operands, flags });
}

/** Returns the name of an option or an argument in the table of values. */
export function nameOfValue(of: Option | Argument): string {
  return "attributeName" in of ? (of.long ?? "") : `<${of.name()}>`;
}

/** Returns the full name of a command without the program's: `webhooks show`. */
export function pathOf(command: Command): string {
  const { parent } = command;
  return parent?.parent === null || parent === null ? command.name() : `${pathOf(parent)} ${command.name()}`;
}

/** Removes the quotes and backslashes of a word, as a shell does; the last quote may be open. */
function withoutQuotes(word: string): string {
  return word.replaceAll(/\\(.)|["']/gs, "$1");
}
