import { Argument, type Command, Option } from "commander";
import { type Formats, printer, standardFormats, type Views } from "../output/formats.ts";
import {
  addGlobalOptions,
  globalFlags,
  type Invocation,
  repeated,
  type Start,
  type StartOptions,
} from "./command.ts";
import type { Arguments, Options, OptionSpec, Values } from "./option-types.ts";

/** Description of a command, and the function that runs it. */
interface CommandSpec<Path extends string, Own extends Options, Result> extends StartOptions {
  /** Text of the help, if longer than the summary. */
  readonly description?: string;
  /** Meaning of each argument of the path, or the values to choose from. */
  readonly arguments?: Arguments<Path>;
  readonly options?: Own;
  /** Options with computed flags, unknown to the types. */
  readonly moreOptions?: Options;
  /** Text after the options in the help. */
  readonly help?: string;
  /** Long names of global options that the command rejects. */
  readonly except?: readonly string[];
  /** Runs the command; resolves to the exit code, or to undefined for 0. */
  run(invocation: Invocation<Result>, values: Values<Path, Own>): Promise<number | void>;
}

/** Command of an index. */
export interface CommandRecord<Path extends string> {
  readonly path: Path;
  /** Adds the options, the arguments and the action to a command of the parser. */
  define(to: Command, start: Start): void;
}

/**
 * Creates the record of a command with the standard formats.
 * @param path its name with those above it, and its arguments: `webhooks ls|list`, `webhooks show|info <id>`
 */
export function command<Path extends string, const Own extends Options>(
  path: Path,
  spec: CommandSpec<Path, Own, Views>,
): CommandRecord<Path> {
  return commandIn(standardFormats, path, spec);
}

/** Creates the record of a command with its own formats. */
export function commandIn<Result, Path extends string, const Own extends Options>(
  formats: Formats<Result>,
  path: Path,
  {
    description,
    arguments: meanings,
    options,
    moreOptions,
    help,
    except = [],
    run,
    ...start
  }: CommandSpec<Path, Own, Result>,
): CommandRecord<Path> {
  return {
    path,
    define(to, startCommand) {
      if (description !== undefined) to.description(description);
      for (const [syntax, meaning] of Object.entries<Meaning>(meanings ?? {})) {
        to.addArgument(argumentOf(syntax, meaning));
      }
      for (const [flags, spec] of Object.entries<OptionSpec>({ ...options, ...moreOptions }))
        to.addOption(optionOf(flags, spec));
      const names = Object.keys(formats);
      const hasOwn = names.join() !== Object.keys(standardFormats).join();
      if (hasOwn) {
        to.addOption(new Option("--format <format>", "output format").choices(names).default(names[0]));
      }
      addGlobalOptions(to, hasOwn ? [...except, "--format"] : except);
      if (help !== undefined) to.addHelpText("after", help);
      to.action(async () => {
        const flags = globalFlags(to);
        await startCommand(
          flags,
          (startup) => run({ ...startup, ...printer(formats, flags.format, startup.output) }, valuesOf(to)),
          start,
        );
      });
    },
  };
}

type Meaning = string | { readonly about?: string; readonly choices: readonly string[] };

function argumentOf(syntax: string, meaning: Meaning): Argument {
  return typeof meaning === "string"
    ? new Argument(syntax, meaning)
    : new Argument(syntax, meaning.about).choices(meaning.choices);
}

function optionOf(flags: string, spec: OptionSpec): Option {
  if (typeof spec === "string") return new Option(flags, spec);
  const option = new Option(flags, spec.about);
  if (spec.choices !== undefined) option.choices(spec.choices);
  if (spec.default !== undefined) option.default(spec.default);
  if (spec.required === true) option.makeOptionMandatory();
  if (spec.conflicts !== undefined) option.conflicts(spec.conflicts);
  if (spec.repeatable === true) option.argParser(repeated);
  if (spec.parse !== undefined) option.argParser(spec.parse);
  return option;
}

/** Returns the typed arguments and options by their names. Their types follow from the record. */
function valuesOf<Path extends string, Own extends Options>(of: Command): Values<Path, Own>;
function valuesOf(of: Command): unknown {
  const args = of.registeredArguments.map((each, index) => [each.name(), of.processedArgs[index]]);
  return { ...Object.fromEntries(args), ...of.opts() };
}
