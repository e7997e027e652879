import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { wholeProgram } from "../../../src/cli/command-line/program.ts";
import { findCommand, findOption } from "../../../src/cli/commands/completion/command-words.ts";

const root = join(import.meta.dirname, "../../..");
const program = await wholeProgram();

/** Command of a text, such as `Run hooklens policy seal --propose to create one`. */
interface Named {
  readonly file: string;
  readonly words: readonly string[];
  /** True if every word belongs to the command, as in a block of commands; a sentence goes on after it. */
  readonly isWhole: boolean;
}

/** Returns why a command cannot be run; null if it can. */
function problemOf({ words, isWhole }: Named): string | null {
  let command: Command = program;
  let operands = 0;
  let awaitsValue = false;
  for (const word of words) {
    if (awaitsValue) {
      awaitsValue = false;
      continue;
    }
    if (word === "--") break;
    if (word.startsWith("-") && word !== "-") {
      const [name = "", value] = word.split(/=(.*)/s, 2);
      const option = findOption(command, name) ?? findOption(program, name);
      if (option === null && name !== "--help" && name !== "--version")
        return `${command.name()} has no ${name}`;
      awaitsValue = option !== null && option.required && value === undefined;
      continue;
    }
    const next = operands === 0 ? findCommand(command, word) : null;
    if (next !== null) command = next;
    else operands += 1;
  }
  if (command === program && words[0] !== undefined && !words[0].startsWith("-"))
    return `${words[0]} is no command`;
  if (awaitsValue) return "the last option has no value";
  const args = command.registeredArguments;
  if (!isWhole || args.at(-1)?.variadic === true || command.commands.length > 0) return null;
  return operands > args.length ? `${command.name()} takes ${args.length} arguments` : null;
}

/** Splits a line of a shell up to a pipe, a redirection or a comment, at spaces outside quotes. */
function shellWords(line: string): readonly string[] {
  const [command = ""] = line.replaceAll(/\$\([^)]*\)/g, "X").split(/\s(?:[|>&]|#|\\$|2>)|\)"?$|;/);
  return (command.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? []).map((word) => word.replaceAll(/['"]/g, ""));
}

const texts = (pattern: string) =>
  globSync(pattern, { cwd: root }).map((file) => ({ file, text: readFileSync(join(root, file), "utf8") }));

/** Commands that texts of the program tell a person to run. */
function namedInSource(): readonly Named[] {
  return texts("src/**/*.{ts,tsx}").flatMap(({ file, text }) => {
    const withoutComments = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
    const told = withoutComments.matchAll(
      /(?:[Rr]un|[Uu]se|with|or) hooklens (?!in |cannot )([a-z][^"`\n,;()]*)/g,
    );
    return [...told].map(([, rest = ""]) => {
      const [sentence = ""] = rest.split(
        /\. |\.$| (?:to|for|in|on|and|or|again|once|first|when|here|from|there|which|lists?|runs|has) /,
      );
      return { file, words: shellWords(sentence.replaceAll(/\$\{[^}]*\}/g, "X")), isWhole: false };
    });
  });
}

/** Commands in the blocks of the documents and in the examples of the help. */
function namedInBlocks(): readonly Named[] {
  const blocks = texts("{README.md,docs/*.md,examples/**/*.md,space/*.md}").flatMap(({ file, text }) =>
    [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => ({ file, block })),
  );
  const examples = texts("src/cli/**/*.ts").flatMap(({ file, text }) =>
    [...text.matchAll(/^Examples?:\n([\s\S]*?)`/gm)].map(([, block = ""]) => ({ file, block })),
  );
  return [...blocks, ...examples].flatMap(({ file, block }) =>
    [...block.replaceAll("\\\n", " ").matchAll(/^\s*(?:\w+=\S* )*hooklens (.*)$/gm)].map(([, line = ""]) => ({
      file,
      words: shellWords(line.replace(/\s{2,}[a-z].*/, "")),
      isWhole: true,
    })),
  );
}

test.each([
  ["texts of the program", namedInSource, 40],
  ["blocks of the documents and the help", namedInBlocks, 100],
] as const)("the commands in %s can be run", (_, read, fewest) => {
  const named = read();
  expect(named.length).toBeGreaterThan(fewest);
  const problems = named.flatMap((one) => {
    const problem = problemOf(one);
    return problem === null ? [] : [`${one.file}: hooklens ${one.words.join(" ")}: ${problem}`];
  });
  expect(problems).toEqual([]);
});

test("the options that texts of the program name exist", () => {
  const all = (command: Command): readonly string[] =>
    [...command.options.flatMap(({ long, short }) => [long, short]), ...command.commands.flatMap(all)].filter(
      (name) => name !== undefined && name !== null,
    );
  const known = new Set([...all(program), "--help", "--version"]);
  const hints = texts("src/{cli,engine,store,receiver,localhub,hub,policy-files,library}/**/*.ts").flatMap(
    ({ file, text }) =>
      [...text.matchAll(/hint[:=]?\s+(?:"[^"]*"|`[^`]*`)/g)].map(([hint]) => ({ file, hint })),
  );
  expect(hints.length).toBeGreaterThan(100);
  const unknown = hints.flatMap(({ file, hint }) =>
    [...hint.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].flatMap(([name]) =>
      known.has(name) ? [] : [`${file}: ${name}`],
    ),
  );
  expect(unknown).toEqual([]);
});
