import { writeFileSync } from "node:fs";
import type { Argument, Command, Option } from "commander";
import { globalHeading } from "../src/cli/command-line/command.ts";
import { buildProgram } from "../src/cli/command-line/program.ts";
import { configJsonSchema } from "../src/cli/settings/config-schema.ts";
// Writes docs/keys.md, docs/commands.md and docs/configuration.md from the code that they describe.
import { registry } from "../src/screens/index.ts";
import { keyLabel, keyOf } from "../src/tui/frame/key-label.ts";

const generated = "<!-- Written by scripts/write-reference.ts. -->";

/** Functions that return the documents, by their path in the repository. */
export const referenceDocuments: Readonly<Record<string, () => string>> = {
  "docs/keys.md": keysDocument,
  "docs/commands.md": commandsDocument,
  "docs/configuration.md": configurationDocument,
};

function keysDocument(): string {
  const sections = registry.scopes.map(({ scope, title }) => {
    const rows = registry.commands
      .filter((command) => command.scope === scope)
      .map(({ id, keys, title: effect }) => [
        keys.map((key) => code(keyLabel(key))).join(" "),
        effect,
        code(id),
      ]);
    return `## ${title}\n\n${table(["key", "effect", "command"], rows)}`;
  });
  return documentOf(
    "Keys",
    `${code(keyOf(registry, "help.open"))} shows the keys of the current screen in the app. ` +
      `${code(keyOf(registry, "palette.open"))} finds a command by name. ` +
      "`interface.keys` in the [config file](configuration.md) changes the keys of a command by its ID, and `hooklens config keys` prints those in use:\n\n" +
      "```yaml\ninterface:\n  keys:\n    webhooks.new: c\n    list.down: [down, ctrl+n]\n    app.undo: []\n```",
    sections,
  );
}

function commandsDocument(): string {
  const program = buildProgram(async () => {}, []);
  const globals = program.options.filter((option) => option.helpGroupHeading === globalHeading);
  return documentOf(
    "Commands",
    "`hooklens` opens the app. `hooklens help COMMAND` prints the help of a command, with examples.",
    [
      `## Options of every command\n\n${table(["option", "meaning"], globals.map(optionRow))}`,
      `## Exit codes\n\n${table(
        ["code", "meaning"],
        [
          ["0", "success"],
          ["1", "failure"],
          ["2", "wrong usage"],
          ["3", "hub or store not usable"],
          ["70", "a bug"],
        ],
      )}`,
      ...commandSections(program),
    ],
  );
}

/** Returns a section for each command that can be run, in the order of the help. */
function commandSections(parent: Command): readonly string[] {
  const help = parent.createHelp();
  return help.visibleCommands(parent).flatMap((command) => {
    const subcommands = commandSections(command);
    const rows = [
      ...command.registeredArguments.map((argument) => [code(argument.name()), meaningOf(argument)]),
      ...help
        .visibleOptions(command)
        .filter((option) => option.helpGroupHeading !== globalHeading && option.long !== "--help")
        .map(optionRow),
    ];
    if (subcommands.length > 0 && rows.length === 0) return subcommands;
    const usage = code(`${help.commandUsage(command).replace(" [options]", "")}`);
    const options = rows.length === 0 ? [] : [table(["argument or option", "meaning"], rows)];
    return [[`## ${nameOf(command)}`, usage, command.description(), ...options].join("\n\n"), ...subcommands];
  });
}

function nameOf(command: Command): string {
  return command.parent === null ? command.name() : `${nameOf(command.parent)} ${command.name()}`;
}

function optionRow(option: Option): readonly string[] {
  return [code(option.flags), meaningOf(option)];
}

function meaningOf({ description, argChoices }: Argument | Option): string {
  return argChoices === undefined ? description : `${description} (${argChoices.join(", ")})`;
}

interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly additionalProperties?: Schema | false;
}

function configurationDocument(): string {
  const { properties = {} } = configJsonSchema() as Schema;
  const { profiles, ...settings } = properties;
  return documentOf(
    "Configuration",
    "The file is `$XDG_CONFIG_HOME/hooklens/config.yaml`; [its schema](../schemas/config.schema.json) is for editors. " +
      "A flag takes precedence over the environment, the environment over the profile, and the profile over the rest of the file. " +
      "`hooklens config` prints the value and the source of each setting; `hooklens config edit` opens the file and checks it.",
    [
      table(["setting", "type", "meaning"], settingRows(settings, "")),
      `## Profiles\n\n\`profiles\`: ${profiles?.description} \`--profile NAME\` selects one.`,
    ],
  );
}

function settingRows(properties: Readonly<Record<string, Schema>>, prefix: string): readonly string[][] {
  return Object.entries(properties).flatMap(([name, schema]) =>
    schema.properties === undefined
      ? [[code(`${prefix}${name}`), typeOf(schema), schema.description ?? ""]]
      : settingRows(schema.properties, `${prefix}${name}.`),
  );
}

/** Formats a type: `string or list of string`. */
function typeOf({ type, anyOf, items, additionalProperties }: Schema): string {
  if (anyOf !== undefined) return anyOf.map(typeOf).join(" or ");
  if (items !== undefined) return `list of ${typeOf(items)}`;
  if (additionalProperties) return `map to ${typeOf(additionalProperties)}`;
  return type ?? "any";
}

function documentOf(title: string, introduction: string, sections: readonly string[]): string {
  return `${[`# ${title}`, generated, introduction, ...sections].join("\n\n")}\n`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", String.raw`\|`)).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function code(text: string): string {
  return `\`${text}\``;
}

if (import.meta.main)
  for (const [path, text] of Object.entries(referenceDocuments))
    writeFileSync(new URL(`../${path}`, import.meta.url), text());
