import type { Command } from "commander";
import manifest from "../package.json" with { type: "json" };
import { wholeProgram } from "../src/cli/command-line/program.ts";
import { type CommandEntry, entriesOf, exitCodes, globalTerms, type Term } from "./command-reference.ts";

type Section = readonly [title: string, content: string];

const program = await wholeProgram();
const commands = program
  .createHelp()
  .visibleCommands(program)
  .filter((command) => command.name() !== "help");
const intro = "manage Hugging Face webhooks, and receive their deliveries";

/** Functions that return the manual pages of the program and of each command, by their path in the repository. */
export const manualPages: Readonly<Record<string, () => string>> = {
  "man/hooklens.1": programPage,
  ...Object.fromEntries(
    commands.map((command) => [`man/${pageName(command)}.1`, () => commandPage(command)]),
  ),
};

function programPage(): string {
  return page("hooklens", intro, [
    ["SYNOPSIS", `${synopsis("hooklens [--policies <dir>]")}\n.br\n${synopsis("hooklens <command>")}`],
    ["DESCRIPTION", roff(program.description())],
    ["COMMANDS", list(commands.map((each) => [each.name(), `${summary(each)}: ${pageName(each)}(1)`]))],
    ["OPTIONS", list([["--policies <dir>", "directory of the policies the app opens"]])],
    ["OPTIONS OF EVERY COMMAND", list(globalTerms(program))],
    ["EXIT STATUS", list(exitCodes)],
    ...block("EXAMPLES", [examplesOf(textAfterHelp(program))]),
    ["SEE ALSO", seeAlso(commands.map(pageName))],
  ]);
}

function commandPage(command: Command): string {
  const entries = entriesOf(command);
  const [first] = entries;
  const own = first?.command === command ? list(first.terms) : "";
  const below = entries.filter((entry) => entry.command !== command);
  const texts = [command, ...below.map((entry) => entry.command)].map(textAfterHelp);
  return page(pageName(command), summary(command), [
    ["SYNOPSIS", entries.map(({ usage }) => synopsis(usage)).join("\n.br\n")],
    ["DESCRIPTION", roff(command.description())],
    ...(own === "" ? [] : [["OPTIONS", own] as const]),
    ...(below.length === 0 ? [] : [["COMMANDS", below.map(subsection).join("\n")] as const]),
    ...block(
      "NOTES",
      texts.map((text) => text.replace(examples, "").trim()),
    ),
    ...block("EXAMPLES", texts.map(examplesOf)),
    ["SEE ALSO", seeAlso(["hooklens"])],
  ]);
}

/** Formats a page. It has no date, so that it changes only with the program. */
function page(name: string, about: string, sections: readonly Section[]): string {
  const head = [
    String.raw`.\" Written by scripts/write-reference.ts.`,
    `.TH ${roff(name.toUpperCase())} 1 "" "hooklens ${manifest.version}" "hooklens"`,
  ];
  const all: readonly Section[] = [["NAME", `${roff(name)} \\- ${roff(about)}`], ...sections];
  return `${[...head, ...all.map(([title, content]) => `.SH ${title}\n${content}`)].join("\n")}\n`;
}

function subsection({ name, terms, command }: CommandEntry): string {
  const rows = terms.length === 0 ? [] : [list(terms)];
  return [`.SS ${roff(name)}`, roff(command.description()), ...rows].join("\n");
}

/** Returns a section of texts whose lines are kept, each text once; none without texts. */
function block(title: string, texts: readonly string[]): readonly Section[] {
  const blocks = [...new Set(texts)]
    .filter((text) => text !== "")
    .map((text) => `.nf\n${text.split("\n").map(roff).join("\n")}\n.fi`);
  return blocks.length === 0 ? [] : [[title, blocks.join("\n.PP\n")]];
}

const examples = /^Examples:\n((?: {2}.*(?:\n|$))+)/m;

function examplesOf(text: string): string {
  return examples.exec(text)?.[1]?.trimEnd().replaceAll(/^ {2}/gm, "") ?? "";
}

/** Returns the text that the help of a command ends with, which commander only writes. */
function textAfterHelp(command: Command): string {
  let text = "";
  const write = (more: string) => void (text += more);
  command.configureOutput({ writeOut: write }).outputHelp();
  return text.replace(command.helpInformation(), "").trim();
}

function summary(command: Command): string {
  return command.summary() || command.description();
}

function pageName(command: Command): string {
  return `hooklens-${command.name()}`;
}

function synopsis(usage: string): string {
  return `.B ${roff(usage)}`;
}

function list(terms: readonly Term[]): string {
  return terms.map(([name, meaning]) => `.TP\n.B ${roff(name)}\n${roff(meaning)}`).join("\n");
}

function seeAlso(names: readonly string[]): string {
  return names.map((name, at) => `.BR ${roff(name)} (1)${at === names.length - 1 ? "" : " ,"}`).join("\n");
}

/** Escapes a line of text: `-` would be a hyphen, and a line that starts with a dot a request. */
function roff(text: string): string {
  return text
    .replaceAll("\\", String.raw`\e`)
    .replaceAll("-", String.raw`\-`)
    .replace(/^(?=[.'])/, String.raw`\&`);
}
