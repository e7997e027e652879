import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Logger } from "../../../src/model/logger.ts";
import { openDeliveryLog } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import { openHubStore } from "../../../src/store/sqlite/hub/hub-store.ts";
import { allSeqs } from "../../contract/deliveries.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { newDelivery } from "../../support/new-delivery.ts";

const frameBytes = 24 + 8192;

/** Copies an open database with its WAL, as a killed process leaves it, and inverts a byte of the WAL. */
function leaveBehind(
  dataDir: string,
  name: string,
  others: readonly string[],
  damagedFrame: number | null,
): string {
  const left = freshDataDir();
  mkdirSync(left);
  for (const each of [name, `${name}-wal`, ...others]) copyFileSync(join(dataDir, each), join(left, each));
  if (damagedFrame === null) return left;
  const wal = readFileSync(join(left, `${name}-wal`));
  const place = 32 + damagedFrame * frameBytes + 3000;
  wal[place] = (wal[place] ?? 0) ^ 0xff;
  writeFileSync(join(left, `${name}-wal`), wal);
  return left;
}

function linesOf(): { readonly lines: string[]; readonly logger: Logger } {
  const lines: string[] = [];
  const record = (line: string): void => void lines.push(line);
  return { lines, logger: { info: record, warn: record, error: record } };
}

async function killedLog(damagedFrame: number | null): Promise<string> {
  const dataDir = freshDataDir();
  const log = await openDeliveryLog(dataDir);
  for (let n = 0; n < 20; n += 1) await log.append(newDelivery());
  const left = leaveBehind(dataDir, "deliveries.db", ["deliveries.last"], damagedFrame);
  await log.close();
  return left;
}

test("the deliveries behind a damaged place of the WAL are counted without an index, and their numbers are not used again", async () => {
  const dataDir = await killedLog(40);
  const { lines, logger } = linesOf();
  const log = await openDeliveryLog(dataDir, logger);
  onTestFinished(() => log.close());
  const seqs = await allSeqs(log);
  expect(seqs.length).toBeLessThan(20);
  const lost = 20 - seqs.length;
  expect(lines).toEqual([
    expect.stringMatching(
      /deliveries\.db-wal is damaged: \d+ transactions behind the damage are lost\. It was copied to/,
    ),
    expect.stringContaining(`${lost} deliveries after ${seqs.length} are missing`),
  ]);
  expect(await log.append(newDelivery())).toMatchObject({ seq: 21 });
  const copies = readdirSync(dataDir).filter((name) => name.includes("-wal.damaged-"));
  expect(copies).toHaveLength(1);
});

test("the WAL of a killed process is no damage", async () => {
  const { lines, logger } = linesOf();
  const log = await openDeliveryLog(await killedLog(null), logger);
  onTestFinished(() => log.close());
  expect(await allSeqs(log)).toHaveLength(20);
  expect(lines).toEqual([]);
});

test.each([
  [6, [expect.stringMatching(/hub\.db-wal is damaged: \d+ transactions? behind the damage/)]],
  [null, []],
])("a WAL of hub.db with the damaged frame %j is reported", async (frame, reported) => {
  const dataDir = freshDataDir();
  const hub = await openHubStore(dataDir);
  for (let n = 0; n < 20; n += 1) {
    await hub.registry.create({
      account: "me",
      url: "https://example.org/",
      jobSourceId: null,
      watched: [{ type: "dataset", name: `me/corpus-${n}` }],
      domains: ["repo"],
      secret: null,
    });
  }
  const left = leaveBehind(dataDir, "hub.db", [], frame === null ? null : 40 + frame);
  await hub.close();
  const { lines, logger } = linesOf();
  await (await openHubStore(left, logger)).close();
  expect(lines).toEqual(reported);
});
