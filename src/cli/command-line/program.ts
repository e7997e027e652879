import { Command, CommanderError, Option } from "commander";
import { version } from "../../engine/version.ts";
import { defineDeliveries } from "../commands/deliveries/command.ts";
import { defineDoctor } from "../commands/doctor/command.ts";
import { defineEngine } from "../commands/engine/command.ts";
import { defineHub } from "../commands/hub/command.ts";
import { defineJobs } from "../commands/jobs/command.ts";
import { definePolicy } from "../commands/policy/command.ts";
import { defineReceive } from "../commands/receive/command.ts";
import { defineTrigger } from "../commands/trigger/command.ts";
import { defineWebhooks } from "../commands/webhooks/command.ts";
import {
  type DefineCommand,
  type Launch,
  type Start,
  addGlobalOptions,
  globalFlags,
  globalHeading,
  globalOptionNames,
  namedAlone,
} from "./command.ts";
import { unknownCommand, unknownOption, usageError } from "./usage-error.ts";

const commands: Readonly<Record<string, DefineCommand>> = {
  webhooks: defineWebhooks,
  trigger: defineTrigger,
  jobs: defineJobs,
  hub: defineHub,
  receive: defineReceive,
  deliveries: defineDeliveries,
  policy: definePolicy,
  doctor: defineDoctor,
};

/**
 * The whole command line. Only names, flags and help are here; what a command does is imported when it runs.
 * @param args the command line: of a command that stands first in it the others are left out, which is most of the work
 * Parsing throws a UsageError for what is wrong with the command line, a CommanderError with exit code 0 after help was printed.
 */
export function buildProgram(launch: Launch, args: readonly string[]): Command {
  const program = new Command("hooklens")
    .description(
      "Manages Hugging Face webhooks, receives their deliveries and shows them live. " +
        "Without a command it opens the full-screen app.",
    )
    .version(version, "--version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand(false)
    .option("--policies <dir>", "the policy documents the app opens")
    .enablePositionalOptions()
    // Left to the action below, so that a misspelt command is named before the options meant for it.
    .allowUnknownOption()
    .allowExcessArguments()
    .configureOutput({ outputError: () => {}, writeErr: () => {} })
    .configureHelp({ formatItemList })
    .addHelpText("after", examples)
    .action(async function openApp(this: Command) {
      const [first] = this.args;
      if (first?.startsWith("-")) throw unknownOption(first, this);
      if (first !== undefined) throw unknownCommand(first, this);
      await launch(
        async (invocation, command) => (await import("../commands/open.ts")).open(invocation, command.opts()),
        { guardsItself: true },
      ).call(this);
    });
  addGlobalOptions(program);
  for (const define of namedAlone(commands, args[0])) program.addCommand(define(launch, args.slice(1)));
  program.addCommand(defineHelp(program));
  program.addCommand(defineEngine(launch), { hidden: true });
  prepare(program);
  return program;
}

/** `hooklens help webhooks create`; the parser's own help command stops at the first word. */
function defineHelp(program: Command): Command {
  return new Command("help")
    .description("print help for a command")
    .argument("[command...]", "its words")
    .action((words: readonly string[]) => {
      let named = program;
      for (const word of words) {
        const found = named.commands.find((each) => each.name() === word);
        if (found === undefined) throw unknownCommand(word, named);
        named = found;
      }
      named.help();
    });
}

/** Settings that commander hands down only to commands it made itself. */
function prepare(command: Command): void {
  for (const child of command.commands) {
    child
      .copyInheritedSettings(command)
      .addHelpOption(new Option("-h, --help", "print help").helpGroup(globalHeading))
      .allowUnknownOption(false)
      .allowExcessArguments(false)
      .configureHelp({
        formatItemList: (heading, items) =>
          heading === globalHeading ? formatGlobals(child) : formatItemList(heading, items),
      });
    if (child.commands.length > 0) child.enablePositionalOptions().helpCommand(false);
    prepare(child);
  }
  command.exitOverride((error) => {
    throw error.exitCode === 0 ? error : usageError(error, command);
  });
}

function formatItemList(heading: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [heading, ...items, ""];
}

/** In one paragraph: a command's own options must not drown in those that all of them have. */
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
  return ["Global options (hooklens --help explains them):", ...lines, line, ""];
}

const examples = `
Examples:
  hooklens                                       open the app
  hooklens webhooks create --url https://example.org/hook --watch dataset:me/corpus
  hooklens receive --secret @secret.txt          receive deliveries on port 7860
  hooklens trigger repo.content.update --repo dataset:me/corpus
  hooklens deliveries ls --where 'status:>=400 since:2h'
  hooklens doctor                                what is configured, reachable and broken

Exit codes: 0 done, 1 could not be done, 2 wrong usage, 3 the hub or the store cannot be used, 70 a bug.`;

/** Reads the command line, and starts the command that it names or prints help. @throws {UsageError} */
export async function parseCommandLine(args: readonly string[], start: Start): Promise<void> {
  const program = buildProgram(
    (body, options) =>
      async function launchCommand() {
        await start(globalFlags(this), (invocation) => body(invocation, this), options);
      },
    args,
  );
  try {
    await program.parseAsync(args, { from: "user" });
  } catch (error) {
    // Help or the version was printed: commander says so by an error.
    if (!(error instanceof CommanderError && error.exitCode === 0)) throw error;
  }
}
