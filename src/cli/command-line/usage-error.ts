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
      return new UsageError({
        what: `unknown option ${quoted}`,
        hint: suggestion(quoted, optionNames(command)) ?? seeHelp,
      });
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

/** Creates the error for an unknown option. */
export function unknownOption(word: string, command: Command): UsageError {
  return new UsageError({
    what: `unknown option ${word}`,
    hint: suggestion(word, optionNames(command)) ?? `Run ${commandPath(command)} --help for its options`,
  });
}

function suggestion(word: string, candidates: readonly string[]): string | null {
  const near = nearest(word.replace(/=.*/s, ""), candidates);
  return near === null ? null : `Perhaps you mean ${near}`;
}

function optionNames(command: Command): readonly string[] {
  return [...command.options, ...command.createHelp().visibleOptions(command)].flatMap((option) =>
    [option.long, option.short].filter((name) => name !== undefined),
  );
}
