import type { Argument, Command, Option } from "commander";
import { load } from "../../command-line/command-tree.ts";
import { type GlobalFlags, globalHeading } from "../../command-line/command.ts";

/** Command line up to the word that is completed. */
export interface CommandWords {
  /** Command that the words name. */
  readonly command: Command;
  /** Arguments of the command, without its options. */
  readonly operands: readonly string[];
  /** Options that are given already. */
  readonly given: readonly Option[];
  /** Global options of the words. */
  readonly flags: GlobalFlags;
  /** Option of the completed value; null for another word. */
  readonly valueOf: Option | null;
  /** True after `--`: every further word is an argument. */
  readonly onlyOperands: boolean;
}

/** Reads the words before the completed one as commander does. Unknown options are passed over. */
export async function readWords(program: Command, words: readonly string[]): Promise<CommandWords> {
  let command = program;
  let valueOf: Option | null = null;
  let onlyOperands = false;
  const operands: string[] = [];
  const given: Option[] = [];
  const flags: Record<string, string | boolean> = {};

  function take(option: Option, value: string | boolean): void {
    given.push(option);
    if (option.helpGroupHeading === globalHeading) flags[option.attributeName()] = value;
  }

  for (const word of words) {
    if (valueOf !== null) {
      take(valueOf, word);
      valueOf = null;
    } else if (!onlyOperands && word === "--") {
      onlyOperands = true;
    } else if (!onlyOperands && word.startsWith("-") && word !== "-") {
      const [name = "", value] = word.split(/=(.*)/s, 2);
      const option = findOption(command, name);
      if (option === null) continue;
      if (takesValue(option) && value === undefined) valueOf = option;
      else take(option, value ?? !option.negate);
    } else {
      const named = operands.length === 0 ? findCommand(command, word) : null;
      if (named === null) {
        operands.push(word);
      } else {
        await load(named);
        command = named;
      }
    }
  }
  return { command, operands, given, flags, valueOf, onlyOperands };
}

export function takesValue(option: Option): boolean {
  return option.required || option.optional;
}

export function findOption(command: Command, name: string): Option | null {
  return command.options.find(({ long, short }) => name === long || name === short) ?? null;
}

export function findCommand(command: Command, name: string): Command | null {
  return command.commands.find((each) => each.name() === name || each.aliases().includes(name)) ?? null;
}

/** Returns the argument that the next operand is; null if the command takes no more. */
export function nextArgument({ command, operands }: CommandWords): Argument | null {
  const last = command.registeredArguments.at(-1);
  return command.registeredArguments[operands.length] ?? (last?.variadic === true ? last : null);
}
