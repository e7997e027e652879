import { mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { keyOfEvent } from "../../../src/model/event-key.ts";
import type { DeliveryLog } from "../../../src/store/delivery-log.ts";
import { openDeliveryLog } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import { deliveriesVersions } from "../../../src/store/sqlite/deliveries/schema.ts";
import { migrate } from "../../../src/store/sqlite/migrate.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { newDelivery } from "../../support/new-delivery.ts";

async function openLog(dataDir = freshDataDir()): Promise<DeliveryLog> {
  const log = await openDeliveryLog(dataDir);
  onTestFinished(() => log.close());
  return log;
}

/** Returns the events of the rows of a log: their first try, ID and mark. */
async function eventsIn(log: DeliveryLog): Promise<unknown[]> {
  const seqs = Array.from({ length: await log.lastSeq() }, (_, index) => index + 1);
  const rows = await Promise.all(seqs.map((seq) => log.get(seq)));
  return rows.map((row) => row && [row.seq, row.eventOf, row.eventId, row.duplicateOf]);
}

const columns = "seq, received_at, route, dedupe_key, dedupe_within, sha256, replay_of, edited, outcome";

/** Rows of a log of version 8, and their events. */
const rows = `
  (1, 1, 'a', 'id:one', NULL, 'x', NULL, NULL, 'failed'),
  (2, 2, 'a', 'id:one', NULL, 'x', NULL, NULL, 'handled'),
  (3, 3, 'a', 'id:one', NULL, 'y', NULL, NULL, 'failed'),
  (4, 4, 'a', 'id:one', NULL, 'y', NULL, NULL, 'failed'),
  (5, 5, 'b', 'id:one', NULL, 'x', NULL, NULL, 'failed'),
  (6, 6, 'a', NULL, NULL, 'x', 4, NULL, 'failed'),
  (7, 7, 'a', NULL, NULL, 'x', 6, NULL, 'handled'),
  (8, 8, 'a', NULL, NULL, 'z', 6, 1, 'failed'),
  (9, 9, 'a', NULL, NULL, 'z', 8, NULL, 'handled'),
  (10, 10, 'a', 'content:k', 600000, 'x', NULL, NULL, 'failed'),
  (11, 11, 'a', 'content:k', 600000, 'x', NULL, NULL, 'failed'),
  (12, 12, NULL, NULL, NULL, NULL, NULL, NULL, 'rejected'),
  (13, 13, NULL, NULL, NULL, NULL, 12, NULL, 'handled')`;
const events = [
  [1, 1, "one", null],
  [2, 1, "one", 1],
  [3, 3, "one", 1],
  [4, 3, "one", 3],
  [5, 5, "one", null],
  [6, 3, "one", null],
  [7, 3, "one", null],
  [8, 8, null, null],
  [9, 8, null, null],
  [10, 10, null, null],
  [11, 11, null, null],
  [12, 12, null, null],
  [13, 13, null, null],
];

/** Writes a log of version 8 as a file of a new data directory. */
function writeVersion8(name: string): string {
  const dataDir = freshDataDir();
  mkdirSync(dataDir);
  using db = new DatabaseSync(join(dataDir, name));
  migrate(db, deliveriesVersions.slice(0, 1), name);
  db.exec(`INSERT INTO deliveries (${columns}, method, path, remote, bytes, auth)
    SELECT column1, column2, column3, column4, column5, column6, column7, column8, column9, 'POST', '/', '', 0, 'ok'
    FROM (VALUES ${rows});
    INSERT INTO contents (seq, headers, body) SELECT seq, '[]', x'' FROM deliveries;`);
  return dataDir;
}

test("a log of version 8 gets the events of its deliveries, and recognizes later tries of them", async () => {
  const log = await openLog(writeVersion8("deliveries.db"));
  expect(await eventsIn(log)).toEqual(events);
  expect(await log.get(6)).toMatchObject({ tries: 4, settledBy: 7, eventState: "handled", recovered: true });
  const again = newDelivery({ route: "b", sha256: "x", ...keyOfEvent("one") });
  expect(await log.append(again)).toMatchObject({ repeats: { first: 5, settledBy: null } });
});

test("a set-aside log of version 8 gives its events to the log that is made of it", async () => {
  const log = await openLog(writeVersion8("deliveries.damaged-20261120T091403Z.db"));
  expect(await eventsIn(log)).toEqual(events);
});

test("imported deliveries are tries of the events that the log has", async () => {
  const source = writeVersion8("deliveries.db");
  await (await openDeliveryLog(source)).close();
  const file = join(source, "backup.db");
  renameSync(join(source, "deliveries.db"), file);
  const log = await openLog();
  await log.append(newDelivery({ route: "a", sha256: "x", receivedAtMs: 9_000, ...keyOfEvent("one") }));
  expect(await log.import(file)).toMatchObject({ imported: 13 });
  const shifted = events.map((event) =>
    event.map((value) => (typeof value === "number" ? value + 1 : value)),
  );
  expect(await eventsIn(log)).toEqual([
    [1, 1, "one", null],
    [2, 1, "one", 1],
    [3, 1, "one", 1],
    [4, 4, "one", 1],
    ...shifted.slice(3),
  ]);
});

test("an event is found among those of a sender that gives all of them one ID", async () => {
  const log = await openLog();
  const numbered = (n: number) => newDelivery({ sha256: String(n), ...keyOfEvent("same") });
  for (let n = 0; n < 50; n += 1) expect(await log.append(numbered(n))).toMatchObject({ repeats: null });
  expect(await log.append(numbered(30))).toMatchObject({ seq: 51, repeats: { first: 31 } });
});
