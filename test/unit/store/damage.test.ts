import { randomBytes } from "node:crypto";
import {
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
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
import { StoreDamagedError, StoreUnwritableError } from "../../../src/store/errors.ts";
import { openDeliveryLog } from "../../../src/store/sqlite/delivery-log.ts";
import { openDeliveryReader } from "../../../src/store/sqlite/delivery-reader.ts";
import { openHubStore } from "../../../src/store/sqlite/hub-store.ts";
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

test.each([
  ["deliveries.db", openDeliveryLog],
  ["hub.db", openHubStore],
])("a %s that is no database is reported, kept as it was, and followed by a new one", async (name, open) => {
  const dataDir = freshDataDir();
  mkdirSync(dataDir);
  const text = "this was never a database, but somebody may want it\n".repeat(100);
  writeFileSync(join(dataDir, name), text);
  const failure = await open(dataDir).then(
    () => null,
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(StoreDamagedError);
  expect(failure).toMatchObject({ code: "store-damaged", exitCode: 3 });
  const [kept = "none"] = keptAside(dataDir);
  expect(kept).toMatch(new RegExp(`^${name.replace(".db", "")}\\.damaged-\\d{8}T\\d{6}Z\\.db$`));
  expect(String(failure)).toContain(join(dataDir, kept));
  expect(String(failure)).not.toContain("\n");
  expect(readFileSync(join(dataDir, kept), "utf8")).toBe(text);
  await (await open(dataDir)).close();
});

test("two damaged files in one second are both kept", async () => {
  const dataDir = freshDataDir();
  mkdirSync(dataDir);
  for (const content of ["first", "second", "third"]) {
    writeFileSync(join(dataDir, "deliveries.db"), `${content} `.repeat(1000));
    await expect(openDeliveryLog(dataDir)).rejects.toThrow(StoreDamagedError);
  }
  const contents = keptAside(dataDir).map((name) => readFileSync(join(dataDir, name), "utf8").split(" ")[0]);
  expect(new Set(contents)).toEqual(new Set(["first", "second", "third"]));
});

test("a database with pages overwritten is found when it is opened", async () => {
  const dataDir = await dirWithDeliveries(200);
  damageMiddle(join(dataDir, "deliveries.db"));
  await expect(openDeliveryLog(dataDir)).rejects.toThrow(StoreDamagedError);
  expect(keptAside(dataDir)).toHaveLength(1);
});

test("a large file, which is not read whole at each start, is checked after a statement met its damage", async () => {
  const dataDir = freshDataDir();
  const first = await openDeliveryLog(dataDir);
  for (let seq = 1; seq <= 9; seq += 1) {
    await first.append(newDelivery({ body: randomBytes(5 * 1024 * 1024) }));
  }
  await first.close();
  // In the midst of the bodies, where nothing looks that only lists deliveries.
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
  await expect(openDeliveryLog(dataDir)).rejects.toThrow(StoreDamagedError);
  const third = await openDeliveryLog(dataDir);
  onTestFinished(() => third.close());
  expect(await third.append(newDelivery())).toBe(1);
});

test("a reader follows the name to the new file after the damaged one was put aside", async () => {
  const dataDir = await dirWithDeliveries(200);
  const reader = openDeliveryReader(dataDir);
  onTestFinished(() => reader.close());
  expect(await reader.count(emptyFilter)).toBe(200);
  damageMiddle(join(dataDir, "deliveries.db"));
  await expect(openDeliveryLog(dataDir)).rejects.toThrow(StoreDamagedError);
  expect(await reader.count(emptyFilter)).toBe(0);
  const log = await openDeliveryLog(dataDir);
  onTestFinished(() => log.close());
  await log.append(newDelivery());
  expect(await reader.count(emptyFilter)).toBe(1);
});

test("a data directory that cannot be made is an error that says which", async () => {
  const dataDir = freshDataDir();
  writeFileSync(dataDir, "a file where the directory should be");
  await expect(openDeliveryLog(dataDir)).rejects.toThrow(StoreUnwritableError);
  await expect(openHubStore(join(dataDir, "below"))).rejects.toMatchObject({
    exitCode: 3,
    message: expect.stringContaining(join(dataDir, "below")),
  });
});

test("a database file that cannot be opened is an error that says which", async () => {
  const dataDir = freshDataDir();
  mkdirSync(join(dataDir, "deliveries.db"), { recursive: true });
  await expect(openDeliveryLog(dataDir)).rejects.toThrow(StoreUnwritableError);
  expect(existsSync(join(dataDir, "deliveries.db"))).toBe(true);
});

test("files are for their owner only", async () => {
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

test("an empty file becomes the database", async () => {
  const dataDir = freshDataDir();
  mkdirSync(dataDir);
  writeFileSync(join(dataDir, "deliveries.db"), "");
  const log = await openDeliveryLog(dataDir);
  onTestFinished(() => log.close());
  expect(await log.append(newDelivery())).toBe(1);
  const db = new DatabaseSync(join(dataDir, "deliveries.db"), { readOnly: true });
  expect(db.prepare("PRAGMA journal_mode").get()).toMatchObject({ journal_mode: "wal" });
  db.close();
});
