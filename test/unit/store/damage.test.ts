import { randomBytes } from "node:crypto";
import {
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
  closeSync,
  mkdirSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { emptyFilter } from "../../../src/model/filter.ts";
import type { Logger } from "../../../src/model/logger.ts";
import { StoreDamagedError, StoreUnwritableError } from "../../../src/store/errors.ts";
import { backupLog } from "../../../src/store/sqlite/deliveries/damage/backup.ts";
import { openDeliveryLog } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import { openDeliveryReader } from "../../../src/store/sqlite/deliveries/delivery-reader.ts";
import { openHubStore } from "../../../src/store/sqlite/hub/hub-store.ts";
import { listSetAside } from "../../../src/store/sqlite/set-aside.ts";
import { count } from "../../../src/text/numbers.ts";
import { deliveryOf } from "../../contract/deliveries.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { newDelivery } from "../../support/new-delivery.ts";

async function dirWithDeliveries(count: number): Promise<string> {
  const dataDir = freshDataDir();
  const log = await openDeliveryLog(dataDir);
  await Promise.all(Array.from({ length: count }, () => log.append(deliveryOf("x".repeat(1000)))));
  await log.close();
  return dataDir;
}

/** Overwrites the middle of a file, as a failing disk does: the header stays as it was. */
function damageMiddle(file: string): void {
  const { size } = statSync(file);
  const handle = openSync(file, "r+");
  writeSync(handle, Buffer.alloc(Math.floor(size / 2), 0xa5), 0, Math.floor(size / 2), Math.floor(size / 4));
  closeSync(handle);
}

function keptAside(dataDir: string): string[] {
  return readdirSync(dataDir).filter((name) => name.includes(".damaged-"));
}

/** Records the lines of a logger without their levels. */
function recordTo(lines: string[]): Logger {
  const record = (line: string): void => void lines.push(line);
  return { info: record, warn: record, error: record };
}

test.each([
  ["deliveries.db", openDeliveryLog],
  ["hub.db", openHubStore],
])("a %s that is not a database is set aside unchanged, reported and replaced", async (name, open) => {
  const dataDir = freshDataDir();
  mkdirSync(dataDir);
  const text = "this was never a database, but somebody may want it\n".repeat(100);
  writeFileSync(join(dataDir, name), text);
  const notes: string[] = [];
  await (await open(dataDir, recordTo(notes))).close();
  const [kept = "none"] = keptAside(dataDir);
  expect(kept).toMatch(new RegExp(`^${name.replace(".db", "")}\\.damaged-\\d{8}T\\d{6}Z\\.db$`));
  expect(notes).toEqual([
    expect.stringContaining(`${join(dataDir, name)}, which holds`),
    expect.stringContaining(`${join(dataDir, kept)} was set aside. 0 `),
  ]);
  expect(readFileSync(join(dataDir, kept), "utf8")).toBe(text);
  expect(listSetAside(dataDir).map((file) => file.name)).toEqual([kept]);
});

test("two damaged files in one second are both kept", async () => {
  const dataDir = freshDataDir();
  mkdirSync(dataDir);
  for (const content of ["first", "second", "third"]) {
    writeFileSync(join(dataDir, "deliveries.db"), `${content} `.repeat(1000));
    await (await openDeliveryLog(dataDir)).close();
  }
  const contents = keptAside(dataDir).map((name) => readFileSync(join(dataDir, name), "utf8").split(" ")[0]);
  expect(new Set(contents)).toEqual(new Set(["first", "second", "third"]));
});

test("readable rows of a database with overwritten pages keep their seqs in the new one", async () => {
  const dataDir = await dirWithDeliveries(2000);
  damageMiddle(join(dataDir, "deliveries.db"));
  const notes: string[] = [];
  const log = await openDeliveryLog(dataDir, recordTo(notes));
  onTestFinished(() => log.close());
  expect(keptAside(dataDir)).toHaveLength(1);
  const { rows } = await log.page({ filter: emptyFilter, from: null, direction: "older", limit: 2000 });
  expect(rows.length).toBeGreaterThan(500);
  expect(rows.length).toBeLessThan(2000);
  expect(await log.count(emptyFilter)).toBe(rows.length);
  const details = await Promise.all(rows.map(({ seq }) => log.get(seq)));
  const bodiesLost = details.filter((detail) => detail?.reason?.includes("its body was lost")).length;
  const bodiesText =
    bodiesLost === 0 ? "" : `, ${count(bodiesLost)} ${bodiesLost === 1 ? "body is" : "bodies are"} lost`;
  expect(notes.at(-1)).toContain(
    `${count(rows.length)} deliveries were recovered, ${count(2000 - rows.length)} are missing${bodiesText}; new ones continue at 2001`,
  );
  for (const detail of details) {
    expect(detail?.reason === null || /was lost|could be read/.test(detail?.reason ?? "")).toBe(true);
    const isWhole = Buffer.from(detail?.body ?? "").toString() === "x".repeat(1000);
    expect(isWhole).toBe(!detail?.reason?.includes("its body was lost"));
  }
  expect(await log.append(newDelivery())).toMatchObject({ seq: 2001 });
});

test("a damaged log does not replace an earlier backup", async () => {
  const dataDir = await dirWithDeliveries(2000);
  const file = join(dataDir, "backup.db");
  await backupLog(dataDir, file, { force: false });
  const before = readFileSync(file);
  damageMiddle(join(dataDir, "deliveries.db"));
  await expect(backupLog(dataDir, file, { force: true })).rejects.toThrow(StoreDamagedError);
  expect(readFileSync(file).equals(before)).toBe(true);
  expect(readdirSync(dataDir).filter((name) => name.startsWith("backup."))).toEqual(["backup.db"]);
});

test("importing a backup restores lost rows and bodies once", async () => {
  const dataDir = await dirWithDeliveries(2000);
  const backup = join(dataDir, "backup.db");
  await backupLog(dataDir, backup, { force: false });
  damageMiddle(join(dataDir, "deliveries.db"));
  const log = await openDeliveryLog(dataDir);
  onTestFinished(() => log.close());
  const before = await log.count(emptyFilter);
  expect(before).toBeLessThan(2000);
  const { imported, skipped, unreadable } = await log.import(backup);
  expect(imported).toBeGreaterThanOrEqual(2000 - before);
  expect({ total: imported + skipped, unreadable }).toEqual({ total: 2000, unreadable: 0 });
  expect(await log.count(emptyFilter)).toBe(2000);
  const details = await Promise.all(Array.from({ length: 2000 }, (_, index) => log.get(index + 1)));
  for (const detail of details) {
    expect(detail?.reason).toBeNull();
    expect(Buffer.from(detail?.body ?? "").toString()).toBe("x".repeat(1000));
  }
  expect((await log.import(backup)).imported).toBe(0);
});

test("a large file is checked at the next start after a statement found damage", async () => {
  const dataDir = freshDataDir();
  const first = await openDeliveryLog(dataDir);
  for (let seq = 1; seq <= 9; seq += 1) {
    await first.append(newDelivery({ body: randomBytes(5 * 1024 * 1024) }));
  }
  await first.close();
  // Damages the area of the bodies, which a list of deliveries does not read.
  const handle = openSync(join(dataDir, "deliveries.db"), "r+");
  writeSync(handle, Buffer.alloc(1024 * 1024, 0xa5), 0, 1024 * 1024, 20 * 1024 * 1024);
  closeSync(handle);

  const second = await openDeliveryLog(dataDir);
  expect(await second.count(emptyFilter)).toBe(9);
  const reads = await Promise.allSettled(Array.from({ length: 9 }, (_, index) => second.get(index + 1)));
  const failures = reads.filter(({ status }) => status === "rejected");
  expect(failures.length).toBeGreaterThan(0);
  for (const failure of failures) {
    expect(failure).toMatchObject({ reason: { code: "store-damaged", exitCode: 3 } });
  }
  await second.close();
  const third = await openDeliveryLog(dataDir);
  onTestFinished(() => third.close());
  expect(keptAside(dataDir)).toHaveLength(1);
  expect(await third.count(emptyFilter)).toBe(9);
  const details = await Promise.all(Array.from({ length: 9 }, (_, index) => third.get(index + 1)));
  const whole = details.filter((detail) => detail?.body.length === 5 * 1024 * 1024);
  expect(whole.length).toBe(reads.length - failures.length);
  for (const detail of details) {
    expect(whole.includes(detail) || detail?.reason?.includes("was lost when the log was damaged")).toBe(
      true,
    );
  }
  expect(await third.append(newDelivery())).toMatchObject({ seq: 10 });
});

test("a reader switches to the new file after the damaged one was set aside", async () => {
  const dataDir = await dirWithDeliveries(200);
  const reader = openDeliveryReader(dataDir);
  onTestFinished(() => reader.close());
  expect(await reader.count(emptyFilter)).toBe(200);
  damageMiddle(join(dataDir, "deliveries.db"));
  const log = await openDeliveryLog(dataDir);
  onTestFinished(() => log.close());
  const recovered = await log.count(emptyFilter);
  await log.append(newDelivery());
  expect(await reader.count(emptyFilter)).toBe(recovered + 1);
});

test("the error of a data directory that cannot be created contains its path", async () => {
  const dataDir = freshDataDir();
  writeFileSync(dataDir, "a file where the directory should be");
  await expect(openDeliveryLog(dataDir)).rejects.toThrow(StoreUnwritableError);
  await expect(openHubStore(join(dataDir, "below"))).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringContaining(join(dataDir, "below")),
  });
});

test("the error of a database that cannot be opened contains its path", async () => {
  const dataDir = freshDataDir();
  mkdirSync(join(dataDir, "deliveries.db"), { recursive: true });
  await expect(openDeliveryLog(dataDir)).rejects.toThrow(StoreUnwritableError);
  expect(existsSync(join(dataDir, "deliveries.db"))).toBe(true);
});

test("files are readable by their owner only", async () => {
  const dataDir = freshDataDir();
  const [log, hub] = [await openDeliveryLog(dataDir), await openHubStore(dataDir)];
  onTestFinished(async () => {
    await log.close();
    await hub.close();
  });
  await log.append(newDelivery());
  await hub.queue.enqueue([{ lane: "a", body: null, dueAtMs: 0 }]);
  expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  const modes = readdirSync(dataDir).map((name) => [name, statSync(join(dataDir, name)).mode & 0o777]);
  expect(modes.length).toBeGreaterThan(4);
  expect(modes).toEqual(modes.map(([name]) => [name, 0o600]));
});

test("a word index that a killed process left without tables does not keep the log from opening", async () => {
  const dataDir = await dirWithDeliveries(3);
  const search = join(dataDir, "search.db");
  for (const suffix of ["", "-wal", "-shm"]) rmSync(search + suffix, { force: true });
  const empty = new DatabaseSync(search);
  empty.exec("PRAGMA journal_mode = WAL");
  empty.close();
  expect(statSync(search).size).toBeGreaterThan(0);
  const log = await openDeliveryLog(dataDir);
  onTestFinished(() => log.close());
  expect(await log.append(newDelivery())).toMatchObject({ seq: 4 });
});

test("an empty file becomes the database", async () => {
  const dataDir = freshDataDir();
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, "deliveries.db"), "");
  const log = await openDeliveryLog(dataDir);
  onTestFinished(() => log.close());
  expect(await log.append(newDelivery())).toMatchObject({ seq: 1 });
  const db = new DatabaseSync(join(dataDir, "deliveries.db"), { readOnly: true });
  expect(db.prepare("PRAGMA journal_mode").get()).toMatchObject({ journal_mode: "wal" });
  db.close();
});

test("listSetAside omits files in use and imported files", () => {
  const dataDir = freshDataDir();
  mkdirSync(dataDir);
  const names = [
    "deliveries.db",
    "deliveries.damaged-20261122T104535Z.db",
    "deliveries.damaged-20261122T104535Z.db-wal",
    "deliveries.damaged-20261121T104535Z.db.imported",
    "hub.damaged-20261122T104535Z-2.db",
  ];
  for (const name of names) writeFileSync(join(dataDir, name), "");
  expect(listSetAside(dataDir).map(({ name, kind }) => [kind, name])).toEqual([
    ["log", names[1]],
    ["hub", names[4]],
  ]);
  expect(listSetAside(join(dataDir, "none"))).toEqual([]);
});

test("readable rows of a damaged hub.db are in the new one, and its webhooks match events", async () => {
  const dataDir = freshDataDir();
  const hub = await openHubStore(dataDir);
  const created: string[] = [];
  for (let index = 0; index < 400; index += 1) {
    const watched = [{ type: "dataset", name: `me/corpus-${index}` } as const];
    const { id } = await hub.registry.create({
      account: "me",
      url: `https://example.org/${"x".repeat(300)}`,
      jobSourceId: null,
      watched,
      domains: ["repo"],
      secret: null,
    });
    created.push(id);
  }
  await hub.close();
  damageMiddle(join(dataDir, "hub.db"));
  const notes: string[] = [];
  const next = await openHubStore(dataDir, recordTo(notes));
  onTestFinished(() => next.close());
  const left = await next.registry.list("me");
  expect(left.length).toBeGreaterThan(50);
  expect(left.length).toBeLessThan(400);
  expect(notes.at(-1)).toContain(
    `was set aside. ${left.length} webhooks, 0 repos and 0 dispatches were recovered`,
  );
  for (const { id, watched } of left) {
    const [item = { type: "dataset", name: "none" }] = watched;
    const repo = { type: item.type, name: item.name };
    const fired = await next.registry.watching({ scope: "repo.content", action: "update", repo });
    expect(fired.map((webhook) => webhook.id)).toEqual([id]);
    expect(created).toContain(id);
  }
});
