import { join } from "node:path";
import { span } from "../../../text/line.ts";
import { v, visible } from "../../../text/visible.ts";
import { command } from "../../command-line/command-record.ts";
import { type Column, tableLines } from "../../output/table.ts";
import { checkKeys } from "../../settings/check-keys.ts";
import type { ListedSetting } from "../../settings/setting-list.ts";

/** @throws {ConfigFileError} a command or a key in the file is unknown or shared */
export const config = command("config", {
  description: "Print the value and the source of each setting",
  async run({ settings, output, print }) {
    const { configFile, profile } = settings;
    await checkKeys(configFile.path);
    const { listSettings } = await import("../../settings/setting-list.ts");
    const chosen = await columnsInApp(settings.dataDir.value);
    const listed = listSettings(settings)
      .map((setting) => ({ ...setting, ...chosen.get(setting.name) }))
      .map((setting) => ({
        ...setting,
        value: setting.isSecret && setting.value !== null && !output.showSecret ? "set" : setting.value,
      }));
    await print({
      table: () => [
        ...tableLines(columns, listed, output.columns),
        v``,
        v`${configFile.path}${configFile.found ? "" : " (does not exist)"}${profile === null ? "" : `, profile ${profile}`}`,
      ],
      json: () => ({
        file: configFile.path,
        exists: configFile.found,
        profile,
        settings: listed.map(({ name, value, source, from }) => ({ name, value, source, from })),
      }),
      quiet: () => listed.map(({ name }) => name),
    });
  },
});

const columns: readonly Column<ListedSetting>[] = [
  { title: v`setting`, cell: ({ name }) => span(visible(name)) },
  {
    title: v`value`,
    cell: ({ value, source }) =>
      span(visible(value ?? "—"), value === null || source === "default" ? "muted" : "plain"),
    cut: true,
  },
  { title: v`from`, cell: ({ from }) => span(visible(from), "muted"), cut: true },
];

/** Setting chosen in the app, and its source. */
interface ChosenInApp {
  readonly value: string;
  readonly source: "app";
  readonly from: string;
}

/** Returns the columns chosen in the app; they override the settings of the same names. */
async function columnsInApp(dataDir: string): Promise<ReadonlyMap<string, ChosenInApp>> {
  const { fileName, readRemembered } = await import("../../../screens/ui-state-file.ts");
  const path = join(dataDir, fileName);
  return new Map(
    Object.entries(readRemembered(path)?.columns ?? {}).map(([list, names]) => [
      `interface.columns.${list}`,
      { value: names.join(", "), source: "app", from: path },
    ]),
  );
}
