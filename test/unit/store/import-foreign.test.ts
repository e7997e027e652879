import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { importFile } from "../../../src/engine/import-file.ts";
import { deliveryLine } from "../../../src/exports/delivery-line.ts";
import { backupLog } from "../../../src/store/sqlite/deliveries/damage/backup.ts";
import { openDeliveryLog } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import { allSeqs } from "../../contract/deliveries.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { newDelivery } from "../../support/new-delivery.ts";
import { deliveryDetail } from "../exports/deliveries.ts";

async function openLog() {
  const dataDir = freshDataDir();
  const log = await openDeliveryLog(dataDir);
  onTestFinished(() => log.close());
  return { dataDir, log, file: join(dataDir, "foreign") };
}

/** Creates a backup of three deliveries, and changes it. */
async function changedBackup(sql: string): Promise<string> {
  const { dataDir, log, file } = await openLog();
  for (let ms = 1; ms <= 3; ms += 1) await log.append(newDelivery({ receivedAtMs: ms }));
  await log.addAttempt(2, {
    target: "http://127.0.0.1/",
    startedAt: "2026-11-20T10:00:00.000Z",
    status: 200,
    error: null,
    durationMs: 1,
    reply: { headers: [], body: Buffer.from("a") },
  });
  await backupLog(dataDir, file, { force: false });
  using db = new DatabaseSync(file, { defensive: false });
  db.exec(sql);
  return file;
}

const endless = "WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n)";

test.each([
  `DROP TABLE deliveries; CREATE VIEW deliveries AS ${endless} SELECT x AS seq, 1 AS received_at FROM n`,
  "DROP TABLE deliveries; CREATE VIRTUAL TABLE deliveries USING fts5 (seq)",
  `ALTER TABLE contents RENAME TO old; CREATE VIEW contents AS SELECT seq, headers, zeroblob(900000000) AS body FROM old`,
  `DROP TABLE attempts; CREATE VIEW attempts AS ${endless} SELECT x AS seq FROM n`,
  "DROP TABLE log; CREATE VIEW log AS SELECT 1 AS id, 'x' AS log_id",
  "ALTER TABLE responses ADD COLUMN more AS (hex(zeroblob(400000000)))",
  "DROP TABLE responses; CREATE TABLE responses (seq INTEGER, body BLOB)",
])("a file is refused in which a table computes its rows: %s", async (sql) => {
  const { log } = await openLog();
  await expect(log.import(await changedBackup(sql))).rejects.toThrow("is no table of hooklens");
});

test.each([
  ["UPDATE deliveries SET seq = -seq WHERE seq < 3", 1, 2],
  ["UPDATE deliveries SET seq = 0 WHERE seq = 2", 2, 1],
  ["UPDATE deliveries SET seq = 9e15 WHERE seq = 2", 2, 1],
  ["UPDATE deliveries SET received_at = 9e15 WHERE seq = 2", 2, 1],
  ["UPDATE deliveries SET outcome = 'lost' WHERE seq = 2", 2, 1],
])("%s: rows that no log has are counted and left out", async (sql, imported, unreadable) => {
  const { log } = await openLog();
  expect(await log.import(await changedBackup(sql))).toMatchObject({ imported, unreadable });
  expect(await allSeqs(log)).toHaveLength(imported);
  expect(await log.lastSeq()).toBe(imported);
});

test.each([
  ["UPDATE contents SET headers = '[[1' WHERE seq = 2", { headers: [] }],
  ["UPDATE contents SET body = zeroblob(140000000) WHERE seq = 2", { headers: [] }],
  ["UPDATE attempts SET reply_headers = '{}' WHERE seq = 2", { attempts: [] }],
  ["UPDATE attempts SET started_at = 'soon' WHERE seq = 2", { attempts: [] }],
  ["INSERT INTO responses (seq, console) VALUES (2, '[1]')", { console: [] }],
  [
    "INSERT INTO bodies VALUES (1, x'00', 'plain', zeroblob(70000)); UPDATE contents SET body_id = 1 WHERE seq = 2",
    { headers: [] },
  ],
])("%s: what of a delivery cannot be read is left out", async (sql, left) => {
  const { log } = await openLog();
  expect(await log.import(await changedBackup(sql))).toMatchObject({ imported: 3, unreadable: 0 });
  expect(await log.get(2)).toMatchObject(left);
});

const lines = [1, 2, 3].map((seq) =>
  deliveryLine(deliveryDetail({ seq, receivedAt: `2026-11-20T09:14:0${seq}.000Z` })),
);

test.each([
  ["\n", "", ""],
  ["\r\n", "\uFEFF", "\r\n"],
  ["\r", "", "\r"],
  ["\n\n \n", "", "\n\n"],
])("an export with the line end %j is imported", async (end, mark, last) => {
  const { log, file } = await openLog();
  writeFileSync(file, mark + lines.join(end) + last);
  expect(await importFile(log, file)).toMatchObject({ imported: 3, unreadable: 0, wrongLines: [] });
});

test("what can be imported of an export is, and the wrong lines are counted and the first ones named", async () => {
  const { log, file } = await openLog();
  const wrong = ["", "no JSON", "{}", ...Array.from({ length: 9 }, () => "[]")];
  writeFileSync(
    file,
    Buffer.from(`\uFEFF${[lines[0], ...wrong, lines[1], lines[2]?.slice(0, 40)].join("\r\n")}`, "utf16le"),
  );
  const imported = await importFile(log, file);
  expect(imported).toMatchObject({ imported: 2, unreadable: 12 });
  expect(imported.wrongLines.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7]);
  expect(imported.wrongLines[0]?.why).toContain("it is not JSON, or cut off");
});

test.each<readonly [name: string, make: (file: string) => void, why: string]>([
  ["a text", (file) => writeFileSync(file, "a\nb\n"), "line 1: it is not JSON"],
  ["a JSON array", (file) => writeFileSync(file, "[]"), "line 1: it is not a delivery"],
  ["an empty file", (file) => writeFileSync(file, ""), "it is empty"],
  ["a packed export", (file) => writeFileSync(file, gzipSync(lines.join("\n"))), "compressed with gzip"],
  ["a directory", (file) => mkdirSync(file), "it is a directory"],
  ["a pipe", (file) => execFileSync("mkfifo", [file]), "it is a pipe"],
  ["nothing", () => undefined, "there is no file"],
  ["no text", (file) => writeFileSync(file, Buffer.alloc(4096)), "cannot be read as a log"],
])("%s is refused with what it is", async (_, make, why) => {
  const { log, file } = await openLog();
  make(file);
  await expect(importFile(log, file)).rejects.toThrow(why);
  await expect(importFile(log, "/dev/zero")).rejects.toThrow("a device");
});
