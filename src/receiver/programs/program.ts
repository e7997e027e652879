import { accessSync, constants, statSync } from "node:fs";
import { delimiter, extname, join } from "node:path";
import process from "node:process";
import { UsageError } from "../../model/errors.ts";
import { shellLine, splitShellLine } from "../../text/shell-word.ts";

/** A program that handles the deliveries of a route. */
export interface Program {
  readonly route: string;
  /** Command and arguments; not empty. */
  readonly words: readonly string[];
}

/** Interpreters by the extension of a file in a directory of handlers. */
const interpreters: Readonly<Record<string, string>> = { ".py": "python3", ".sh": "sh" };

/** Returns the words that run a file of a directory of handlers; null if the file is a module. */
export function wordsOfFile(path: string): readonly string[] | null {
  const interpreter = interpreters[extname(path)];
  return interpreter === undefined ? null : [interpreter, path];
}

/** Parses the command line of a route. @throws {UsageError} it is empty or a quote is not closed */
export function parseProgram(route: string, line: string): Program {
  const words = splitShellLine(line);
  if (words === null || words.length === 0) {
    throw new UsageError({
      what: `the program of the route "${route}" cannot be read`,
      why: words === null ? "a quote or a backslash has no end" : "the command is empty",
      hint: "Write a command such as python3 train.py, or sh -c '…' for a line of a shell",
    });
  }
  return { route, words };
}

/** Formats the command of a program for people. */
export function programLine({ words }: Pick<Program, "words">): string {
  return shellLine(words);
}

/** Returns the reason why the command of a program cannot be started; null if it can. */
export function programFault({ words: [command = ""] }: Pick<Program, "words">): string | null {
  if (command.includes("/")) return isExecutable(command) ? null : `${command} is not a program`;
  const directories = (process.env["PATH"] ?? "").split(delimiter);
  return directories.some((directory) => isExecutable(join(directory, command)))
    ? null
    : `there is no ${command} in the PATH`;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
