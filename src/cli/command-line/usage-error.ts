import type { Command, CommanderError } from "commander";
import { UsageError } from "../../model/errors.ts";
import { nearest } from "../../text/nearest.ts";

/** `hooklens webhooks ls` */
function commandPath(command: Command): string {
  const parent = command.parent === null ? "" : `${commandPath(command.parent)} `;
  return parent + command.name();
}

/** What the argument parser has against the command line, as one line with the nearest suggestion. */
export function usageError(error: CommanderError, command: Command): UsageError {
  const seeHelp = `Run ${commandPath(command)} --help to see what it takes`;
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

/** A word that is no command of this one. */
export function unknownCommand(word: string, command: Command): UsageError {
  const names = command.commands.map((each) => each.name());
  return new UsageError({
    what: `unknown command ${word}`,
    hint: suggestion(word, names) ?? `Run ${commandPath(command)} --help to see the commands`,
  });
}

/** An option that the whole program does not have. */
export function unknownOption(word: string, command: Command): UsageError {
  return new UsageError({
    what: `unknown option ${word}`,
    hint: suggestion(word, optionNames(command)) ?? `Run ${commandPath(command)} --help to see what it takes`,
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
