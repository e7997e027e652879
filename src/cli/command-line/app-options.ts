import type { Command } from "commander";
import { UsageError } from "../../model/errors.ts";
import { type ConfigValues, settingOfReceiver } from "../settings/table.ts";
import { repeated } from "./command.ts";
import { secretFromArgument } from "./secret-argument.ts";
import { unknownOption } from "./usage-error.ts";

/** Options of the app, as typed. */
interface AppFlags {
  readonly policies?: string;
  readonly secret?: readonly string[];
  readonly route?: readonly string[];
  readonly handlers?: string;
  readonly forward?: string;
  readonly since?: string;
}

/** Help of `--since` of the app and of `hooklens receive`. */
export const sinceHelp =
  "age of the deliveries with which a new copy of a NATS log begins, such as 7d (env HOOKLENS_SINCE; default 24h)";

/** Adds the options of the app to the program. */
export function addAppOptions(program: Command): Command {
  const before = program.options.length;
  program
    .option("--policies <dir>", "directory of the policies the app opens")
    .option(
      "--secret <secret>",
      "secret of the app's receiver: the text, or @FILE (repeatable: each is accepted, replays use the first)",
      repeated,
    )
    .option("--route <name>", "route of the app's receiver (repeatable; default inbox)", repeated)
    .option("--handlers <dir>", "directory of handlers of the app's receiver")
    .option("--forward <url>", "forward target of the app's receiver, for routes without a handler")
    .option("--since <age>", sinceHelp);
  const own = program.options.slice(before);
  return program.hook("preSubcommand", (_, command) => {
    // The command would ignore it.
    const misplaced = own.find((option) => program.getOptionValueSource(option.attributeName()) === "cli");
    if (misplaced === undefined) return;
    throw new UsageError({
      what: `${misplaced.long} before ${command.name()} is an option of the app`,
      hint: `Write the options of ${command.name()} after it, or omit ${command.name()}`,
    });
  });
}

/**
 * Returns the settings that the options of the app set.
 * @throws {UsageError} the file of a secret cannot be read
 */
export function appValues({ policies, secret, route, handlers, forward, since }: AppFlags): ConfigValues {
  return {
    policies,
    deliveries: { since },
    receiver: {
      secret: secret?.map(secretFromArgument),
      routes: route === undefined ? undefined : [...route],
      handlers,
      forward,
    },
  };
}

/** Creates the error for an option unknown to the app; an option of `hooklens receive` is a setting. */
export function unknownAppOption(word: string, program: Command): UsageError {
  const flag = word.replace(/=.*/s, "");
  const setting = flag === "--where" ? "receiver.forwardRules" : settingOfReceiver(flag);
  if (setting === null) return unknownOption(word, program);
  return new UsageError({
    what: `${flag} is an option of hooklens receive, not of the app`,
    hint: `Set ${setting} in the config file (hooklens config edit), or run hooklens receive ${flag}`,
  });
}
