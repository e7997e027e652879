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
import { deliveryLine } from "../../../src/exports/delivery-line.ts";
import { openSearchFile } from "../../../src/store/sqlite/deliveries/search/search-file.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { deliveryDetail } from "../exports/deliveries.ts";

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
  openSearchFile(dataDir, { logId: "log", rows: 0, removed: 0 }).close();
  const texts = ["deliveries.db", "hub.db", "search.db"].map((file) => {
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

test("an NDJSON export has the line of delivery-line.ndjson for a delivery with all fields", async () => {
  const reply = { headers: [["Content-Type", "text/plain"]] as const, body: Buffer.from("busy") };
  const delivery = deliveryDetail({
    replayOf: 40,
    duplicateOf: 39,
    edited: true,
    reason: "the target answered 503",
    nextAttemptAt: "2026-11-20T09:15:03.218Z",
    recovered: true,
    eventId: "msg_2f0c",
    eventOf: 39,
    latestTry: 42,
    tries: 3,
    handledTries: 1,
    settledBy: 42,
    eventState: "handled",
    open: false,
    bookmark: "first of the day",
    attempts: [
      {
        target: "http://127.0.0.1:8000/hook",
        startedAt: "2026-11-20T09:14:03.220Z",
        status: 503,
        error: "the body ended early",
        durationMs: 3.5,
        reply,
      },
    ],
    response: {
      by: "receiver",
      status: 202,
      contentType: "image/png",
      body: Buffer.from([0x89, 0x50]),
      truncated: true,
    },
    console: ["trained"],
  });
  expect(Object.values(delivery)).not.toContain(null);
  await expect(`${deliveryLine(delivery)}\n`).toMatchFileSnapshot("delivery-line.ndjson");
});
