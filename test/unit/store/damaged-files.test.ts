import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, describe, expect, test } from "vitest";
import { isHooklensError } from "../../../src/model/errors.ts";
import { emptyFilter } from "../../../src/model/filter.ts";
import { openDeliveryLog } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import { openIndexer } from "../../../src/store/sqlite/deliveries/search/indexer.ts";
import { setAside } from "../../../src/store/sqlite/set-aside.ts";
import { openSqliteStore } from "../../../src/store/sqlite/sqlite-store.ts";
import { allSeqs, deliveryOf, filterOf } from "../../contract/deliveries.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { newDelivery } from "../../support/new-delivery.ts";
import { seededRandom } from "../../support/random.ts";
import { sqliteAt } from "../../support/sqlite-at.ts";

const rows = 30;
const corpus = filterOf({ kind: "words", tokens: ["corp"] });

/** Content of a healthy data directory, by file name. */
let healthy: ReadonlyMap<string, Uint8Array>;

beforeAll(async () => {
  const parent = mkdtempSync(join(tmpdir(), "hooklens-"));
  const dataDir = join(parent, "data");
  const log = await openDeliveryLog(dataDir);
  await Promise.all(Array.from({ length: rows }, (_, n) => log.append(deliveryOf(`{"corpus": ${n}}`))));
  const indexer = openIndexer(dataDir);
  while (!indexer.indexStep(50).caughtUp);
  indexer.close();
  await log.close();
  const store = openSqliteStore(sqliteAt(dataDir));
  await store.bookmarks.put([{ seq: 3, receivedAt: new Date().toISOString(), note: "" }]);
  await (await store.openHub()).close();
  healthy = new Map(readdirSync(dataDir).map((name) => [name, readFileSync(join(dataDir, name))]));
  rmSync(parent, { recursive: true });
});

function healthyDir(): string {
  const dataDir = freshDataDir();
  mkdirSync(dataDir);
  for (const [name, content] of healthy) writeFileSync(join(dataDir, name), content);
  return dataDir;
}

/** Ways to damage a file, by name. */
const damages: Readonly<Record<string, (path: string) => void>> = {
  "with zeros at its start": (path) => change(path, (bytes) => bytes.fill(0, 0, Math.min(100, bytes.length))),
  "full of zeros": (path) => change(path, (bytes) => bytes.fill(0)),
  "with one bit of its first byte inverted": (path) =>
    change(path, (bytes) => bytes.fill((bytes[0] ?? 0) ^ 1, 0, 1)),
  "that is text": (path) => writeFileSync(path, "this is a text\n".repeat(2000)),
  "cut off": (path) => truncateSync(path, Math.floor(statSync(path).size / 2)),
  "that is empty": (path) => truncateSync(path),
  "of another program": (path) => {
    rmSync(path);
    using db = new DatabaseSync(path);
    db.exec(
      "CREATE TABLE deliveries (n INTEGER); CREATE TABLE webhooks (n INTEGER); CREATE TABLE progress (n INTEGER)",
    );
  },
  "that claims to be of hooklens": (path) => {
    const version = readFileSync(path).readUInt32BE(60);
    rmSync(path);
    using db = new DatabaseSync(path);
    db.exec(`CREATE TABLE deliveries (n INTEGER); PRAGMA user_version = ${version}`);
  },
  "that is missing": (path) => rmSync(path),
  "that is a directory": (path) => {
    rmSync(path);
    mkdirSync(path);
  },
  "that is a loop of links": (path) => {
    rmSync(path);
    symlinkSync(path, path);
  },
  "that is a named pipe": (path) => {
    rmSync(path);
    execFileSync("mkfifo", [path]);
  },
};

function change(path: string, edit: (bytes: Uint8Array) => void): void {
  const bytes = existsSync(path) ? readFileSync(path) : Buffer.alloc(200);
  edit(bytes);
  writeFileSync(path, bytes);
}

const setAsideIn = (dataDir: string): readonly string[] =>
  readdirSync(dataDir).filter((name) => name.includes(".damaged-"));

/** Returns the result of a promise, or the error that a user would see; other errors are thrown. */
async function resultOf<T>(promise: Promise<T>): Promise<T | string> {
  return promise.catch((error: unknown) => {
    if (isHooklensError(error)) return error.message;
    throw error;
  });
}

/** Results of a healthy log: its reads, two starts that each append one delivery, and doctor. */
async function useLog(dataDir: string) {
  const store = openSqliteStore(sqliteAt(dataDir));
  const reader = store.deliveries.openReader();
  const read = [(await allSeqs(reader, emptyFilter)).length, (await allSeqs(reader, corpus)).length];
  const starts: unknown[] = [];
  for (let start = 1; start <= 2; start += 1) {
    const log = await store.deliveries.openLog();
    const { seq } = await log.append(deliveryOf('{"corpus": "new"}'));
    const indexer = openIndexer(dataDir);
    // A damaged index is reported once, and replaced by the next step.
    for (let step = 0; step < 3; step += 1) await resultOf((async () => indexer.indexStep(500))());
    indexer.close();
    starts.push({ seq, found: (await allSeqs(log, corpus)).length });
    await log.close();
  }
  await reader.close();
  await resultOf(store.bookmarks.list());
  const failures = (await store.checkHealth()).map(({ failure }) => failure);
  return { read, starts, failures, setAside: setAsideIn(dataDir) };
}

const unharmed = {
  read: [rows, rows],
  starts: [
    { seq: rows + 1, found: rows + 1 },
    { seq: rows + 2, found: rows + 2 },
  ],
  failures: [null, null],
  setAside: [],
};

test.each([
  ...Object.keys(damages).map((how) => ["search.db", how] as const),
  ...[
    "search.db-wal",
    "search.db-shm",
    "search.db.suspect",
    "bookmarks.json",
    "reserve",
    "deliveries.last",
  ].flatMap((name) =>
    ["that is text", "that is a directory", "that is a loop of links", "that is a named pipe"].map(
      (how) => [name, how] as const,
    ),
  ),
])("a %s %s costs no delivery", async (name, how) => {
  const dataDir = healthyDir();
  const path = join(dataDir, name);
  if (!existsSync(path)) writeFileSync(path, Buffer.alloc(5000, 7));
  damages[how]?.(path);
  expect(await useLog(dataDir)).toEqual(unharmed);
});

test("a damaged index costs no delivery, whatever bytes are damaged", async () => {
  const random = seededRandom(20_261_128);
  for (let round = 0; round < 10; round += 1) {
    const dataDir = healthyDir();
    change(join(dataDir, "search.db"), (bytes) => {
      for (let times = 1 + random.below(30); times > 0; times -= 1) {
        const place = random.next() < 0.5 ? random.below(200) : random.below(bytes.length);
        bytes[place] = random.below(256);
      }
    });
    expect(await useLog(dataDir)).toEqual(unharmed);
  }
});

const isOfUser = (name: string): boolean => !/-shm$|-wal$|\.suspect$/.test(name);

describe.each(["deliveries.db", "hub.db"])("a %s", (name) => {
  test.each(Object.keys(damages))(
    "%s is reported, replaced at one start and not changed by a reader",
    async (how) => {
      const dataDir = healthyDir();
      const path = join(dataDir, name);
      damages[how]?.(path);
      const store = openSqliteStore(sqliteAt(dataDir));
      const before = readdirSync(dataDir);
      const reader = store.deliveries.openReader();
      await resultOf(allSeqs(reader, emptyFilter));
      await reader.close();
      const health = (await store.checkHealth()).find((file) => file.name === name);
      expect(readdirSync(dataDir).filter(isOfUser)).toEqual(before);
      const starts: { readonly isOpen: boolean; readonly damaged: number }[] = [];
      for (let start = 1; start <= 2; start += 1) {
        const lines: string[] = [];
        const logger = { info: () => {}, warn: (line: string) => void lines.push(line), error: () => {} };
        const opened = [
          await resultOf(store.deliveries.openLog(logger)),
          await resultOf(store.openHub(logger)),
        ];
        for (const each of opened) await (typeof each === "string" ? undefined : each.close());
        const isOpen = opened.every((each) => typeof each !== "string");
        starts.push({ isOpen, damaged: lines.filter((line) => line.includes("is damaged")).length });
      }
      const isFile = !/directory|loop|pipe/.test(how);
      const isDamaged = isFile && health?.failure !== null;
      expect(starts).toEqual([
        { isOpen: isFile, damaged: isDamaged ? 1 : 0 },
        { isOpen: isFile, damaged: 0 },
      ]);
      expect(setAsideIn(dataDir).filter((file) => file.endsWith(".db"))).toHaveLength(isDamaged ? 1 : 0);
    },
  );
});

test("a log that a failed recovery left set aside behind an empty one is recovered", async () => {
  const dataDir = healthyDir();
  const file = join(dataDir, "deliveries.db");
  setAside(file, Date.UTC(2026, 10, 1));
  const empty = new DatabaseSync(file);
  empty.exec("PRAGMA journal_mode = WAL");
  empty.close();
  setAside(file, Date.UTC(2026, 10, 2));
  const log = await openDeliveryLog(dataDir);
  expect(await allSeqs(log, corpus)).toHaveLength(rows);
  expect((await log.append(newDelivery())).seq).toBeGreaterThan(rows);
  await log.close();
});
