import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { StoreVersionError } from "../../../src/store/errors.ts";
import { checkDatabase } from "../../../src/store/sqlite/check-database.ts";
import { deliveriesFile } from "../../../src/store/sqlite/deliveries/deliveries-file.ts";
import { openDeliveryLog } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import { openDeliveryReader } from "../../../src/store/sqlite/deliveries/delivery-reader.ts";
import { hubFile } from "../../../src/store/sqlite/hub/hub-file.ts";
import { openHubReader } from "../../../src/store/sqlite/hub/hub-reader.ts";
import { openHubStore } from "../../../src/store/sqlite/hub/hub-store.ts";
import { migrate, schemaVersion } from "../../../src/store/sqlite/migrate.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";

const files = [deliveriesFile, hubFile];

test.each(files)("the versions of $name have no gap", ({ migrations }) => {
  const first = migrations[0]?.version ?? 0;
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => first + index));
});

/** Reads the hub as commands do while it does not run. */
async function readHub(dataDir: string): Promise<unknown> {
  return openHubReader(dataDir)?.webhooks();
}

async function readLog(dataDir: string): Promise<unknown> {
  const reader = openDeliveryReader(dataDir);
  onTestFinished(() => reader.close());
  return reader.lastSeq();
}

test.each([
  { file: deliveriesFile, version: 1, open: openDeliveryLog, read: readLog },
  { file: deliveriesFile, version: 7, open: openDeliveryLog, read: readLog },
  { file: hubFile, version: 1, open: openHubStore, read: readHub },
  { file: hubFile, version: 8, open: openHubStore, read: readHub },
])(
  "$file.name of the unreleased version $version is refused with the build that opens it, and left alone",
  async ({ file, version, open, read }) => {
    const dataDir = freshDataDir();
    mkdirSync(dataDir);
    const path = join(dataDir, file.name);
    const db = new DatabaseSync(path);
    onTestFinished(() => db.close());
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA user_version = ${version}; CREATE TABLE older (x)`);
    const before = readFileSync(path);
    const refusal = {
      code: "store-version",
      exitCode: 3,
      what: `${path} was written by an older hooklens`,
      why: `its version is ${version}, the oldest known here is ${file.migrations[0]?.version}`,
      hint: expect.stringMatching(/^Open it once with build b83adc62, which converts it, or/),
    };
    await expect(open(dataDir)).rejects.toMatchObject(refusal);
    await expect(read(dataDir)).rejects.toMatchObject(refusal);
    expect(checkDatabase(dataDir, file).failure).toMatchObject(refusal);
    expect(readFileSync(path)).toEqual(before);
    expect(readdirSync(dataDir).filter((name) => name.includes("damaged"))).toEqual([]);
  },
);

test.each([
  ["deliveries.db", openDeliveryLog],
  ["hub.db", openHubStore],
])("a %s of a newer version is left alone, and the error says so", async (name, open) => {
  const dataDir = freshDataDir();
  mkdirSync(dataDir);
  const db = new DatabaseSync(join(dataDir, name));
  db.exec("PRAGMA user_version = 99; CREATE TABLE newer (x);");
  db.close();
  await expect(open(dataDir)).rejects.toThrow(StoreVersionError);
  await expect(open(dataDir)).rejects.toThrow(/newer hooklens.*99.*Update/);
  const after = new DatabaseSync(join(dataDir, name));
  onTestFinished(() => after.close());
  expect(after.prepare("SELECT name FROM sqlite_schema").all()).toMatchObject([{ name: "newer" }]);
});

test("a reader refuses a newer version and another program's database, and reads a file without tables as empty", async () => {
  const dataDir = freshDataDir();
  mkdirSync(dataDir);
  const db = new DatabaseSync(join(dataDir, "deliveries.db"));
  onTestFinished(() => db.close());
  db.exec("PRAGMA journal_mode = WAL");
  const reader = openDeliveryReader(dataDir);
  onTestFinished(() => reader.close());
  expect(await reader.lastSeq()).toBe(0);
  db.exec("CREATE TABLE other (x)");
  await expect(reader.lastSeq()).rejects.toThrow(/damaged \(it is the database of another program\)/);
  db.exec("PRAGMA user_version = 99");
  await expect(reader.lastSeq()).rejects.toThrow(StoreVersionError);
});

test("a failed migration leaves the file unchanged", () => {
  const db = new DatabaseSync(":memory:");
  onTestFinished(() => db.close());
  const steps = [
    { version: 1, sql: "CREATE TABLE one (x)" },
    { version: 2, sql: "CREATE TABLE two (x); INSERT INTO missing VALUES (1)" },
  ];
  migrate(db, steps.slice(0, 1), "test.db");
  expect(() => migrate(db, steps, "test.db")).toThrow("no such table: missing");
  expect(schemaVersion(db)).toBe(1);
  expect(db.prepare("SELECT name FROM sqlite_schema").all()).toMatchObject([{ name: "one" }]);
});
