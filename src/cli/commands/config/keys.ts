import { span } from "../../../text/line.ts";
import { v, visible } from "../../../text/visible.ts";
import { command } from "../../command-line/command-record.ts";
import { type Column, tableLines } from "../../output/table.ts";
import { checkKeys } from "../../settings/check-keys.ts";

interface ListedCommand {
  readonly id: string;
  readonly keys: readonly string[];
  readonly title: string;
  /** Name of the source of the keys. */
  readonly from: string;
}

/** @throws {ConfigFileError} a command or a key in the file is unknown or shared */
export const keys = command("config keys", {
  async run({ settings, output, print }) {
    await checkKeys(settings.configFile.path);
    const { loadRegistry } = await import("../../../screens/index.ts");
    const { value, from } = settings.interface.keys;
    const { commands, scopes } = await loadRegistry(value);
    const listed = scopes.flatMap(({ scope }): readonly ListedCommand[] =>
      commands
        .filter((command) => command.scope === scope)
        .map(({ id, keys, title }) => ({
          id,
          keys,
          title,
          from: Object.hasOwn(value, id) ? from : "default",
        })),
    );
    await print({
      table: () => [
        ...tableLines(columns, listed, output.columns),
        v``,
        v`interface.keys in ${settings.configFile.path} changes the keys: ID and a key, a list of keys, or [].`,
      ],
      json: () => listed,
      quiet: () => listed.map(({ id }) => id),
    });
  },
});

const columns: readonly Column<ListedCommand>[] = [
  { title: v`command`, cell: ({ id }) => span(visible(id)) },
  { title: v`keys`, cell: ({ keys }) => span(visible(keys.join(" ") || "—")) },
  { title: v`effect`, cell: ({ title }) => span(visible(title)), cut: true },
  { title: v`from`, cell: ({ from }) => span(visible(from), "muted"), cut: true },
];
