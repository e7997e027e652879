import process from "node:process";
import { Command, CommanderError } from "commander";
import { version } from "../../engine/version.ts";
import { hiddenCommands, programCommands } from "../commands/index.ts";
import type { Streams } from "../streams.ts";
import { addAppOptions, appValues, unknownAppOption } from "./app-options.ts";
import {
  addCommands,
  formatItemList,
  inherit,
  load,
  loadAll,
  ParseError,
  refuseMistakes,
  subcommandTerm,
} from "./command-tree.ts";
import { addGlobalOptions, globalFlags, type Start } from "./command.ts";
import { unknownCommand, usageError } from "./usage-error.ts";

/** Parses the command line and runs its command, or prints help or the version. @throws {UsageError} */
export async function parseCommandLine(
  args: readonly string[],
  start: Start,
  streams: Streams,
): Promise<void> {
  const program = buildProgram(start, streams);
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    if (error instanceof ParseError) {
      const { error: mistake, command } = error;
      // The hint names the commands that have the option.
      if (mistake.code === "commander.unknownOption") await loadAll(topOf(command));
      throw usageError(mistake, command);
    }
    // Commander throws after it prints help or the version.
    if (!(error instanceof CommanderError && error.exitCode === 0)) throw error;
  }
}

/** Returns the top-level command above or equal to a command; the program itself if it is that. */
function topOf(command: Command): Command {
  const { parent } = command;
  return parent === null || parent.parent === null ? command : topOf(parent);
}

/** Creates the command line with all options and arguments loaded. */
export async function wholeProgram(): Promise<Command> {
  const program = buildProgram(async () => {});
  await loadAll(program);
  return program;
}

/** Creates the command line: names, global options and help. Loads the details of a command when it is named. */
function buildProgram(start: Start, streams: Streams = process): Command {
  const program = new Command("hooklens")
    .description(
      "Manage Hugging Face webhooks, receive their deliveries and watch them live. " +
        "Without a command, open the full-screen app.",
    )
    .version(version, "--version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand(false)
    .enablePositionalOptions()
    // The action checks them: reports a misspelled command before its options.
    .allowUnknownOption()
    .allowExcessArguments()
    .configureOutput({
      writeOut: (text) => void streams.stdout.write(text),
      getOutHelpWidth: () => streams.stdout.columns ?? 80,
      outputError: () => {},
      writeErr: () => {},
    })
    .configureHelp({ formatItemList, subcommandTerm })
    .addHelpText("after", examples)
    .action(async function openApp(this: Command) {
      const [first] = this.args;
      if (first?.startsWith("-")) {
        await loadAll(this);
        throw unknownAppOption(first, this);
      }
      if (first !== undefined) throw unknownCommand(first, this);
      const { open } = await import("../commands/open.ts");
      await start(globalFlags(this), open, { guardsItself: true, values: appValues(this.opts()) });
    });
  addAppOptions(program);
  addGlobalOptions(program);
  addCommands(program, programCommands, start);
  addOwnCommand(program, defineHelp(program));
  addCommands(program, hiddenCommands, start);
  addOwnCommand(program, defineComplete(program, start, streams), { hidden: true });
  refuseMistakes(program);
  return program;
}

/** Adds a command that reads the other definitions; no index has it. */
function addOwnCommand(program: Command, command: Command, options?: { readonly hidden: true }): void {
  program.addCommand(command, options);
  inherit(command, program);
}

/**
 * Defines `hooklens help`. Accepts several words (`help webhooks create`); commander's own command accepts
 * one.
 */
function defineHelp(program: Command): Command {
  return new Command("help")
    .description("Print help for a command")
    .argument("[command...]", "name of the command, such as webhooks create")
    .action(async (words: readonly string[]) => {
      let named = program;
      for (const word of words) {
        const found = named.commands.find((each) => each.name() === word || each.aliases().includes(word));
        if (found === undefined) throw unknownCommand(word, named);
        await load(found);
        named = found;
      }
      named.help();
    });
}

/** Defines `hooklens __complete`. The completion scripts of the shells run this hidden command. */
function defineComplete(program: Command, start: Start, streams: Streams): Command {
  return new Command("__complete")
    .description("Print the candidates for the last word: a line with their kind, then a line for each")
    .argument("[words...]", "words after hooklens, as they are typed")
    .action(async (words: readonly string[]) => {
      const { printCandidates } = await import("../commands/completion/print-candidates.ts");
      await printCandidates(program, words, { start, streams });
    });
}

const examples = `
Examples:
  hooklens                                       open the app
  hooklens webhooks create --url https://example.org/hook --watch dataset:me/corpus
  hooklens receive --secret @secret.txt          receive deliveries on port 7860
  hooklens trigger repo.content.update --repo dataset:me/corpus
  hooklens deliveries ls --where 'status:>=400 since:2h'
  hooklens doctor                                check configuration, connectivity and data

Exit codes: 0 success, 1 failure, 2 wrong usage, 3 hub or store not usable, 70 a bug.`;
