import { writeFileSync } from "node:fs";
import { wholeProgram } from "../src/cli/command-line/program.ts";
import { configJsonSchema } from "../src/cli/settings/config-schema.ts";
// Writes docs/keys.md, docs/commands.md, docs/configuration.md and the manual pages from the code that they describe.
import { loadRegistry } from "../src/screens/index.ts";
import { keyLabel, keyOf } from "../src/tui/frame/key-label.ts";
import { type Act, acts, answers } from "../src/tui/records/acts.ts";
import type { Command } from "../src/tui/records/command.ts";
import { commandEntries, exitCodes, globalTerms, type Term } from "./command-reference.ts";
import { manualPages } from "./manual-pages.ts";

const program = await wholeProgram();
const registry = await loadRegistry();
const generated = "<!-- Written by scripts/write-reference.ts. -->";

/** Functions that return the documents, by their path in the repository. */
export const referenceDocuments: Readonly<Record<string, () => string>> = {
  "docs/keys.md": keysDocument,
  "docs/commands.md": commandsDocument,
  "docs/configuration.md": configurationDocument,
  ...manualPages,
};

function keysDocument(): string {
  const sections = registry.scopes.map(({ scope, title }) => {
    const rows = registry.commands
      .filter((command) => command.scope === scope)
      .map(({ id, keys, title: effect }) => [
        keys.map((key: string) => code(keyLabel(key))).join(" "),
        effect,
        code(id),
      ]);
    return `### ${title}\n\n${table(["key", "effect", "command"], rows)}`;
  });
  const meanings = (known: typeof acts | typeof answers) =>
    Object.entries(known).map(([name, { keys, meaning }]) => [
      keys.map((key: string) => code(keyLabel(key))).join(" "),
      meaning,
      namesOf(commandsWith(name as Act)),
    ]);
  return documentOf(
    "Keys",
    `${code(keyOf(registry, "help.open"))} shows the keys of the current screen in the app. ` +
      `${code(keyOf(registry, "palette.open"))} finds a command by name. ` +
      "`interface.keys` in the [config file](configuration.md) changes the keys of a command by its ID, and `hooklens config keys` prints those in use. A command without a key runs from `:`:\n\n" +
      "```yaml\ninterface:\n  keys:\n    webhooks.new: [c, m w]\n    list.down: [down, ctrl+n]\n    app.undo: []\n```",
    [
      `## By meaning\n\nKeys are verbs: each means the same for what a screen, a list or a dialog shows. Capital letters that are not listed sort a list by the column with this initial. In a chooser and in a choice of a form, typing selects.\n\n${table(["key", "meaning", "commands"], meanings(acts))}`,
      `### In a question\n\n${table(["key", "meaning", "commands"], meanings(answers))}`,
      "## By screen",
      ...sections,
    ],
  );
}

/** Names commands that share a meaning; many of them have nothing else in common. */
function namesOf(commands: readonly Command[]): string {
  const titles = [...new Set(commands.map(({ title }) => title))];
  return titles.length > 10 ? "everywhere" : titles.join("; ");
}

function commandsWith(name: Act): readonly Command[] {
  return registry.commands.filter(({ acts: of = [] }) => of.includes(name));
}

function commandsDocument(): string {
  const rows = (terms: readonly Term[]) => terms.map(([name, meaning]) => [code(name), meaning]);
  return documentOf(
    "Commands",
    "`hooklens` opens the app. `hooklens help COMMAND` prints the help of a command, with examples; so does `man hooklens-COMMAND`.",
    [
      `## Options of every command\n\n${table(["option", "meaning"], rows(globalTerms(program)))}`,
      `## Exit codes\n\n${table(["code", "meaning"], exitCodes)}`,
      ...commandEntries(program).map(({ command, name, usage, terms }) => {
        const options = terms.length === 0 ? [] : [table(["argument or option", "meaning"], rows(terms))];
        return [`## ${name}`, code(usage), command.description(), ...options].join("\n\n");
      }),
    ],
  );
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
    "The file is `$XDG_CONFIG_HOME/hooklens/config.yaml`; [its schema](../schemas/config.schema.json) is for editors. The locale is not read: files and output are UTF-8 in each. " +
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
