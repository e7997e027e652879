import { randomBytes } from "node:crypto";
import { statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { openDeliveryLog } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import { openDeliveryReader } from "../../../src/store/sqlite/deliveries/delivery-reader.ts";
import { openIndexer } from "../../../src/store/sqlite/deliveries/search/indexer.ts";
import { allSeqs, deliveryOf, filterOf } from "../../contract/deliveries.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { newDelivery } from "../../support/new-delivery.ts";

/**
 * Stores a number of deliveries with the same body in a log and closes it.
 * @returns the data directory
 */
async function logOf(body: Buffer, times: number): Promise<string> {
  const dataDir = freshDataDir();
  const log = await openDeliveryLog(dataDir);
  for (let time = 0; time < times; time += 1) {
    await log.append(newDelivery({ body, bytes: body.length }));
  }
  await log.close();
  return dataDir;
}

function fileSize(dataDir: string): number {
  return statSync(join(dataDir, "deliveries.db")).size;
}

test("a large body of several deliveries is stored once", async () => {
  const body = randomBytes(1_000_000);
  const [one, forty] = [await logOf(body, 1), await logOf(body, 40)];
  expect(fileSize(forty)).toBeLessThan(fileSize(one) + 100_000);
});

test("a compressible large body is compressed", async () => {
  const empty = fileSize(await logOf(Buffer.alloc(0), 0));
  const one = fileSize(await logOf(Buffer.alloc(5_000_000, '{"corpus": 17}, '), 1));
  expect(one - empty).toBeLessThan(50_000);
});

test("the index has the words of large bodies", async () => {
  const dataDir = await logOf(Buffer.from(JSON.stringify({ text: `${"filler ".repeat(20_000)} needle` })), 2);
  const indexer = openIndexer(dataDir);
  onTestFinished(() => indexer.close());
  while (!indexer.indexStep(10).caughtUp);
  const reader = openDeliveryReader(dataDir);
  onTestFinished(() => reader.close());
  expect(await allSeqs(reader, filterOf({ kind: "words", tokens: ["needle"] }))).toEqual([1, 2]);
  const index = new DatabaseSync(join(dataDir, "search.db"), { readOnly: true });
  onTestFinished(() => index.close());
  expect(index.prepare("SELECT count(*) AS n FROM words WHERE words MATCH 'needle'").get()).toMatchObject({
    n: 2,
  });
});

test("a damaged large body is an error", async () => {
  const dataDir = await logOf(Buffer.alloc(200_000, "a"), 1);
  const db = new DatabaseSync(join(dataDir, "deliveries.db"));
  db.exec("UPDATE bodies SET data = x'00'");
  db.close();
  const log = await openDeliveryLog(dataDir);
  onTestFinished(() => log.close());
  await expect(log.get(1)).rejects.toMatchObject({ code: "store-damaged" });
  expect(await log.append(deliveryOf("after"))).toMatchObject({ seq: 2 });
});
