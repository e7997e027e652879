import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { wholeProgram } from "../../../src/cli/command-line/program.ts";
import { takesValue } from "../../../src/cli/commands/completion/command-words.ts";
import { nameOfValue, pathOf } from "../../../src/cli/commands/completion/complete.ts";
import { valuesOf } from "../../../src/cli/commands/completion/values.ts";
import { resolveSettings } from "../../../src/cli/settings/settings.ts";
import { openStore } from "../../../src/engine/stores.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";

const program = await wholeProgram();
const commands = [program, ...below(program)];

function below(command: Command): readonly Command[] {
  return command.commands.flatMap((each) => [each, ...below(each)]);
}

test("--help of every command is as in help.txt", async () => {
  const texts = commands.map((command) => {
    let text = "";
    command.configureOutput({ writeOut: (more) => (text += more), getOutHelpWidth: () => 80 });
    command.outputHelp();
    return text;
  });
  await expect(texts.join("\n")).toMatchFileSnapshot("help.txt");
});

test("the shell completes the values of completions.txt without data", async () => {
  const settings = resolveSettings({
    flags: { dataDir: freshDataDir(), local: true },
    env: { HOME: freshDataDir("home") },
    profile: null,
    config: null,
  });
  const lines = new Set<string>();
  for (const command of commands) {
    for (const of of [...command.options.filter(takesValue), ...command.registeredArguments]) {
      const name = nameOfValue(of);
      // Revisions are those of the repository that contains the tests.
      if (of.argChoices !== undefined || name === "--rev") continue;
      const wanted = { command: pathOf(command), name, typed: "", operands: [], flags: {} };
      const found = await valuesOf(settings, wanted);
      const shown = typeof found === "string" ? found : found.map(({ value }) => value).join(" ");
      if (shown !== "") lines.add(`${name}: ${shown}`);
    }
  }
  await expect(`${[...lines].join("\n")}\n`).toMatchFileSnapshot("completions.txt");
});

test("the databases of a new data directory have the tables of databases.sql", async () => {
  const dataDir = freshDataDir();
  const store = await openStore({ dataDir, store: "sqlite" });
  await (await store.deliveries.openLog()).close();
  await (await store.openHub()).close();
  const texts = ["deliveries.db", "hub.db"].map((file) => {
    const db = new DatabaseSync(join(dataDir, file), { readOnly: true });
    const version = db.prepare("PRAGMA user_version").get()?.["user_version"];
    const statements = db
      .prepare("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY tbl_name, type DESC, name")
      .all()
      .map(({ sql }) => `${String(sql)};`);
    db.close();
    return [`-- ${file}`, `PRAGMA user_version = ${String(version)};`, ...statements, ""].join("\n");
  });
  await expect(texts.join("\n")).toMatchFileSnapshot("databases.sql");
});
