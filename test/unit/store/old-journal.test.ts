import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDeliveryLog } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import { openDeliveryReader } from "../../../src/store/sqlite/deliveries/delivery-reader.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { newDelivery } from "../../support/new-delivery.ts";

function withFiles(...names: readonly string[]): string {
  const dataDir = freshDataDir();
  mkdirSync(dataDir);
  for (const name of names) writeFileSync(join(dataDir, name), "kept");
  return dataDir;
}

test("writer and reader refuse a journal of an older version, name it, and leave it unchanged", async () => {
  const names = ["deliveries-journal-12", "deliveries-journal-3"];
  const dataDir = withFiles(...names);
  const reader = openDeliveryReader(dataDir);
  onTestFinished(() => reader.close());
  const refusal = {
    code: "store-version",
    exitCode: 3,
    what: "this data directory has a journal of an older hooklens",
    why: expect.stringMatching(/deliveries-journal-12.*deliveries-journal-3/),
    hint: expect.stringMatching(/hooklens deliveries ls with build 92e24a9 first, or move these files/),
  };
  await expect(openDeliveryLog(dataDir)).rejects.toMatchObject(refusal);
  await expect(reader.lastSeq()).rejects.toMatchObject(refusal);
  expect(readdirSync(dataDir)).toEqual(names);
});

test("a set-aside journal is ignored", async () => {
  const dataDir = withFiles("deliveries-journal-3.of-another-log-1795333658345");
  const log = await openDeliveryLog(dataDir);
  onTestFinished(() => log.close());
  expect(await log.append(newDelivery())).toBe(1);
});
