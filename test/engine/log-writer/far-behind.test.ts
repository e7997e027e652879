import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { openLogWriter } from "../../../src/engine/log-writer/client.ts";
import { emptyFilter } from "../../../src/model/filter.ts";
import { generationsIn } from "../../../src/store/journal/journal-files.ts";
import { deliveryOf } from "../../contract/deliveries.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";

test("a flood that does not get to the tables waits for them: the journal does not grow without end, and nothing is lost", async () => {
  const dataDir = freshDataDir();
  const log = await openLogWriter(dataDir);
  onTestFinished(() => log.close());
  // Nothing gets to the tables while another connection writes, for as long as a writer waits, which is 5 s.
  const other = new DatabaseSync(join(dataDir, "deliveries.db"));
  onTestFinished(() => other.close());
  other.exec("BEGIN IMMEDIATE");
  // Each just small enough not to be compressed: 192 MB in all, of which 128 MiB may wait.
  const delivery = deliveryOf("x".repeat(64_000));
  let taken = 0;
  const flood = Array.from({ length: 50 }, async () => {
    for (let n = 0; n < 60; n += 1) taken = Math.max(taken, await log.append(delivery));
  });
  let before = 0;
  /** It has stopped: without a limit only when all of it is taken. */
  const hasStopped = (): boolean => {
    const isSame = taken > 0 && taken === before;
    before = taken;
    return isSame;
  };
  await expect.poll(hasStopped, { interval: 200, timeout: 4_000 }).toBe(true);
  const takenBefore = taken;
  expect(generationsIn(dataDir)).toHaveLength(8);
  other.exec("COMMIT");
  await Promise.all(flood);
  // As much as eight files hold, and not all there was room for.
  expect(takenBefore).toBeLessThan(2_200);
  expect(await log.count(emptyFilter)).toBe(3_000);
});
