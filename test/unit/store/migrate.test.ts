import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, onTestFinished, test } from "vitest";
import { emptyFilter } from "../../../src/model/filter.ts";
import { StoreVersionError } from "../../../src/store/errors.ts";
import { deliveriesFile } from "../../../src/store/sqlite/deliveries/deliveries-file.ts";
import { openDeliveryLog } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import { openDeliveryReader } from "../../../src/store/sqlite/deliveries/delivery-reader.ts";
import { hubFile } from "../../../src/store/sqlite/hub/hub-file.ts";
import { openHubStore } from "../../../src/store/sqlite/hub/hub-store.ts";
import { migrate, schemaVersion } from "../../../src/store/sqlite/migrate.ts";
import type { DatabaseFile } from "../../../src/store/sqlite/open-writer.ts";
import { filterOf } from "../../contract/deliveries.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { newDelivery } from "../../support/new-delivery.ts";

const files = [deliveriesFile, hubFile];

/**
 * Row that each version could write; it must still exist in every later version. A new version that needs
 * another row adds it here.
 */
const keptRows: Record<string, string> = {
  "deliveries.db": `
    INSERT INTO deliveries (seq, received_at, method, path, remote, bytes, auth, outcome, schema_valid)
    VALUES (1, 1795168800000, 'POST', '/webhooks/inbox', '::1', 2, 'ok', 'pending', 1);
    INSERT INTO contents (seq, headers, body) VALUES (1, '[["A","b"]]', zeroblob(100000));
    INSERT INTO attempts (seq, number, target, started_at, status, duration_ms) VALUES (1, 1, 'http://127.0.0.1:9/', '2026-11-20T10:00:00.000Z', 204, 1.5);`,
  "hub.db": `
    INSERT INTO webhooks (id, account, watched, domains, disabled, suspended, created_at, version)
    VALUES ('0123456789abcdef01234567', 'me', '[{"type":"org","name":"acme"}]', '[]', 0, 0, '2026-11-20T10:00:00.000Z', 3);
    INSERT INTO watch_keys (type, name, webhook) VALUES ('org', 'acme', 1);
    INSERT INTO jobs (lane, body, due_at, state) VALUES ('0123456789abcdef01234567', '{"n":1}', 5, 'later');`,
};

/** Creates the database file as the hooklens of a version left it. */
function databaseOfVersion(file: DatabaseFile, version: number, dataDir: string): void {
  mkdirSync(dataDir, { recursive: true });
  const db = new DatabaseSync(join(dataDir, file.name));
  migrate(db, file.migrations.slice(0, version), file.name);
  if (version > 0) db.exec(keptRows[file.name] ?? "");
  db.close();
}

function versionOf(file: DatabaseFile, dataDir: string): number {
  const db = new DatabaseSync(join(dataDir, file.name));
  onTestFinished(() => db.close());
  return schemaVersion(db);
}

test.each(files)("the versions of $name count from 1 without a gap", ({ migrations }) => {
  expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
});

describe.each(deliveriesFile.migrations)("deliveries.db of version $version", ({ version }) => {
  test("is migrated with its rows when it is opened", async () => {
    const dataDir = freshDataDir();
    databaseOfVersion(deliveriesFile, version, dataDir);
    const log = await openDeliveryLog(dataDir);
    onTestFinished(() => log.close());
    expect(versionOf(deliveriesFile, dataDir)).toBe(deliveriesFile.migrations.length);
    expect(await log.get(1)).toMatchObject({
      seq: 1,
      receivedAt: "2026-11-20T10:00:00.000Z",
      outcome: "pending",
      headers: [["A", "b"]],
      body: new Uint8Array(100_000),
      attempts: [{ target: "http://127.0.0.1:9/", status: 204, error: null, reply: null }],
    });
    expect(await log.append(newDelivery())).toBe(2);
    expect(await log.count(emptyFilter)).toBe(2);
    expect(await log.interruptPending()).toBe(1);
  });
});

test("migrated rows without a body have no schemaValid", async () => {
  const dataDir = freshDataDir();
  databaseOfVersion(deliveriesFile, 3, dataDir);
  const db = new DatabaseSync(join(dataDir, deliveriesFile.name));
  const insert = db.prepare(`
    INSERT INTO deliveries (seq, received_at, method, path, remote, bytes, sha256, auth, outcome, schema_valid)
    VALUES (?, 1795168800000, 'POST', '/webhooks/inbox', '::1', 2, ?, 'ok', ?, 0)`);
  insert.run(2, null, "rejected");
  insert.run(3, "ab", "rejected");
  insert.run(4, "ab", "accepted");
  db.exec("INSERT INTO contents (seq, headers, body) SELECT seq, '[]', x'' FROM deliveries WHERE seq > 1");
  db.close();
  const log = await openDeliveryLog(dataDir);
  onTestFinished(() => log.close());
  const { rows } = await log.page({ filter: emptyFilter, from: null, direction: "newer", limit: 9 });
  expect(rows.map(({ schemaValid }) => schemaValid)).toEqual([false, false, null, true]);
  const invalid = filterOf({ kind: "is", anyOf: ["invalid"] });
  expect(await log.count(invalid)).toBe(2);
});

describe.each(hubFile.migrations)("hub.db of version $version", ({ version }) => {
  test("is migrated with its rows when it is opened", async () => {
    const dataDir = freshDataDir();
    databaseOfVersion(hubFile, version, dataDir);
    const { registry, queue, close } = await openHubStore(dataDir);
    onTestFinished(close);
    expect(versionOf(hubFile, dataDir)).toBe(hubFile.migrations.length);
    const event = { scope: "repo", action: "update", repo: { type: "model", name: "acme/net" } };
    expect(await registry.watching(event)).toMatchObject([{ account: "me", version: 3, secret: null }]);
    expect(await queue.claim(1, 1000, 10)).toMatchObject([{ body: { n: 1 }, dueAtMs: 5 }]);
  });
});

test("waiting dispatches of a hub.db without activity are migrated and sent", async () => {
  const dataDir = freshDataDir();
  databaseOfVersion(hubFile, 1, dataDir);
  const webhook = "0123456789abcdef01234567";
  const payload = { event: { scope: "repo", action: "update" }, repo: { type: "model", name: "acme/net" } };
  const db = new DatabaseSync(join(dataDir, hubFile.name));
  const insert = db.prepare("INSERT INTO jobs (lane, body, due_at, state) VALUES (?, ?, ?, ?)");
  const body = JSON.stringify({ account: "me", messageId: "msg_1", payload });
  insert.run(webhook, body, 7, "later");
  insert.run(webhook, body, 8, "dead");
  db.close();

  const { activity, queue, close } = await openHubStore(dataDir);
  onTestFinished(close);
  const { dispatches } = await activity.page(webhook, { before: null, limit: 9 });
  expect(dispatches).toMatchObject([
    { state: "dead", messageId: "msg_1" },
    { state: "waiting", messageId: "msg_1", event: payload.event, repo: payload.repo },
  ]);
  const waiting = dispatches[1]?.id ?? 0;
  expect(await queue.claim(9, 1000, 7)).toMatchObject([{ body: { n: 1 } }, { body: { dispatch: waiting } }]);
  expect(JSON.parse((await activity.get(waiting))?.payload ?? "")).toEqual(payload);
});

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
