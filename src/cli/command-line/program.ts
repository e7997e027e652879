import process from "node:process";
import { Command, CommanderError, Option } from "commander";
import { version } from "../../engine/version.ts";
import { defineComplete, defineCompletion } from "../commands/completion/command.ts";
import { defineConfig } from "../commands/config/command.ts";
import { defineDeliveries } from "../commands/deliveries/command.ts";
import { defineDoctor } from "../commands/doctor/command.ts";
import { defineEngine } from "../commands/engine/command.ts";
import { defineHub } from "../commands/hub/command.ts";
import { defineJobs } from "../commands/jobs/command.ts";
import { definePolicy } from "../commands/policy/command.ts";
import { defineReceive } from "../commands/receive/command.ts";
import { defineStore } from "../commands/store/command.ts";
import { defineTrigger } from "../commands/trigger/command.ts";
import { defineWebhooks } from "../commands/webhooks/command.ts";
import type { Streams } from "../streams.ts";
import { addAppOptions, appValues, unknownAppOption } from "./app-options.ts";
import {
  addGlobalOptions,
  type DefineCommand,
  globalFlags,
  globalHeading,
  globalOptionNames,
  namedAlone,
  type Start,
} from "./command.ts";
import { unknownCommand, usageError } from "./usage-error.ts";

const commands: Readonly<Record<string, DefineCommand>> = {
  webhooks: defineWebhooks,
  trigger: defineTrigger,
  jobs: defineJobs,
  hub: defineHub,
  receive: defineReceive,
  deliveries: defineDeliveries,
  policy: definePolicy,
  store: defineStore,
  config: defineConfig,
  doctor: defineDoctor,
  completion: defineCompletion,
};

/** Parses the command line and runs its command, or prints help or the version. @throws {UsageError} */
export async function parseCommandLine(
  args: readonly string[],
  start: Start,
  streams: Streams,
): Promise<void> {
  try {
    await buildProgram(start, args, streams).parseAsync(args, { from: "user" });
  } catch (error) {
    // Commander throws after it prints help or the version.
    if (!(error instanceof CommanderError && error.exitCode === 0)) throw error;
  }
}

/**
 * Creates the command line: names, flags and help. The code of a command is imported when it runs.
 * @param args arguments of the process; if the first is a command, only that one is defined, which saves most
 * of the work
 */
export function buildProgram(start: Start, args: readonly string[], streams: Streams = process): Command {
  const program = new Command("hooklens")
    .description(
      "Manage Hugging Face webhooks, receive their deliveries and watch them live. " +
        "Without a command, open the full-screen app.",
    )
    .version(version, "--version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand(false)
    .enablePositionalOptions()
    // The action checks them, so that a misspelled command is reported before its options.
    .allowUnknownOption()
    .allowExcessArguments()
    .configureOutput({
      writeOut: (text) => void streams.stdout.write(text),
      getOutHelpWidth: () => streams.stdout.columns ?? 80,
      outputError: () => {},
      writeErr: () => {},
    })
    .configureHelp({ formatItemList })
    .addHelpText("after", examples)
    .action(async function openApp(this: Command) {
      const [first] = this.args;
      if (first?.startsWith("-")) throw unknownAppOption(first, this);
      if (first !== undefined) throw unknownCommand(first, this);
      const { open } = await import("../commands/open.ts");
      await start(globalFlags(this), open, { guardsItself: true, values: appValues(this.opts()) });
    });
  addAppOptions(program);
  addGlobalOptions(program);
  for (const define of namedAlone(commands, args[0])) program.addCommand(define(start, args.slice(1)));
  program.addCommand(defineHelp(program));
  program.addCommand(defineEngine(start), { hidden: true });
  program.addCommand(defineComplete(start, streams), { hidden: true });
  prepare(program);
  return program;
}

/**
 * Defines `hooklens help`. Accepts several words (`help webhooks create`); commander's own command accepts
 * one.
 */
function defineHelp(program: Command): Command {
  return new Command("help")
    .description("Print help for a command")
    .argument("[command...]", "name of the command, such as webhooks create")
    .action((words: readonly string[]) => {
      let named = program;
      for (const word of words) {
        const found = named.commands.find((each) => each.name() === word || each.aliases().includes(word));
        if (found === undefined) throw unknownCommand(word, named);
        named = found;
      }
      named.help();
    });
}

/** Configures all subcommands: commander passes settings on only to commands that it creates itself. */
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

/** Formats the names of the global options as one paragraph, so that the command's own options stand out. */
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

const examples = `
Examples:
  hooklens                                       open the app
  hooklens webhooks create --url https://example.org/hook --watch dataset:me/corpus
  hooklens receive --secret @secret.txt          receive deliveries on port 7860
  hooklens trigger repo.content.update --repo dataset:me/corpus
  hooklens deliveries ls --where 'status:>=400 since:2h'
  hooklens doctor                                check configuration, connectivity and data

Exit codes: 0 success, 1 failure, 2 wrong usage, 3 hub or store not usable, 70 a bug.`;
