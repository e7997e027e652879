import type { Command, CommanderError } from "commander";
import { UsageError } from "../../model/errors.ts";
import { nearest } from "../../text/nearest.ts";

/** Returns the full name of a command: `hooklens webhooks ls`. */
function commandPath(command: Command): string {
  const parent = command.parent === null ? "" : `${commandPath(command.parent)} `;
  return parent + command.name();
}

/** Converts an error of commander. The hint is the nearest name, or the help of the command. */
export function usageError(error: CommanderError, command: Command): UsageError {
  const seeHelp = `Run ${commandPath(command)} --help for its options`;
  const message = error.message.replace(/^error: /, "").replace(/\n\(Did you mean [^\n]*\)$/, "");
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? "";
  switch (error.code) {
    case "commander.unknownOption":
      return unknownOption(quoted, command);
    case "commander.unknownCommand":
      return unknownCommand(quoted, command);
    case "commander.help":
      return new UsageError({ what: `${commandPath(command)} needs a command`, hint: seeHelp });
    default: {
      const [what = "", why] = message.replace(/\.$/, "").split(/\. (.*)/s);
      return new UsageError({ what, why, hint: seeHelp });
    }
  }
}

/** Creates the error for an unknown subcommand. */
export function unknownCommand(word: string, command: Command): UsageError {
  const names = command.commands.map((each) => each.name());
  return new UsageError({
    what: `unknown command ${word}`,
    hint: suggestion(word, names) ?? `Run ${commandPath(command)} --help to see the commands`,
  });
}

/** Creates the error for an unknown option. The hint names the nearest option, also one of another command. */
export function unknownOption(word: string, command: Command): UsageError {
  const name = word.replace(/=.*/s, "");
  const elsewhere = optionsElsewhere(command);
  const isLetter = /^-\w$/.test(name);
  // Any two letters differ by one edit.
  const near = isLetter ? null : nearest(name, [...elsewhere.keys()]);
  const hint = elsewhere.has(name)
    ? `It is an option of ${ownersOf(name, elsewhere)}`
    : isLetter
      ? null
      : (suggestion(name, optionNames(command)) ??
        (near === null ? null : `Perhaps you mean ${near} of ${ownersOf(near, elsewhere)}`));
  return new UsageError({
    what: `unknown option ${word}`,
    hint: hint ?? `Run ${commandPath(command)} --help for its options`,
  });
}

/** Maps the long names of options of other commands to those commands. */
function optionsElsewhere(command: Command): ReadonlyMap<string, readonly string[]> {
  const own = new Set(optionNames(command));
  const owners = new Map<string, string[]>();
  for (const other of commandsBelow(rootOf(command))) {
    for (const { long } of other.createHelp().visibleOptions(other)) {
      if (long === undefined || own.has(long)) continue;
      owners.set(long, [...(owners.get(long) ?? []), commandPath(other)]);
    }
  }
  return owners;
}

/** Maximum commands that a hint names. */
const mostNamed = 3;

function ownersOf(option: string, owners: ReadonlyMap<string, readonly string[]>): string {
  const all = owners.get(option) ?? [];
  const more = all.length > mostNamed ? [`${all.length - mostNamed} more`] : [];
  return new Intl.ListFormat("en").format([...all.slice(0, mostNamed), ...more]);
}

function rootOf(command: Command): Command {
  return command.parent === null ? command : rootOf(command.parent);
}

function commandsBelow(command: Command): readonly Command[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .flatMap((each) => [each, ...commandsBelow(each)]);
}

function suggestion(word: string, candidates: readonly string[]): string | null {
  const near = nearest(word, candidates);
  return near === null ? null : `Perhaps you mean ${near}`;
}

function optionNames(command: Command): readonly string[] {
  return [...command.options, ...command.createHelp().visibleOptions(command)].flatMap((option) =>
    [option.long, option.short].filter((name) => name !== undefined),
  );
}
