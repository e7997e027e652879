import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { emptyFilter } from "../../../../src/model/filter.ts";
import { lineLogger } from "../../../../src/model/logger.ts";
import type { DeliveryReader } from "../../../../src/store/delivery-log.ts";
import { follow, type Following } from "../../../../src/store/nats/projection/follow.ts";
import { openDeliveryReader } from "../../../../src/store/sqlite/deliveries/delivery-reader.ts";
import { freshDataDir } from "../../../support/fresh-data-dir.ts";
import { natsServerFile, type NatsServer, startNatsServer } from "../../../support/nats-server.ts";
import { newDelivery } from "../../../support/new-delivery.ts";
import { createPublishedLog, type PublishedLog } from "../../../support/published-log.ts";

let server: NatsServer;
beforeAll(async () => {
  server = await startNatsServer({ closeAfterTest: false });
});
afterAll(() => server.close());

/** Creates a delivery that was received now. */
const now = (over = {}) => newDelivery({ receivedAtMs: Date.now(), ...over });

function followed(log: PublishedLog, dir: string, sinceMs: number | null = null): Following {
  const { store, connection } = log;
  const logger = lineLogger(() => undefined);
  const following = follow({ store, connection, dir, sinceMs, logger, background: null });
  onTestFinished(() => following.close());
  return following;
}

function readerOf(dir: string): DeliveryReader {
  const reader = openDeliveryReader(dir);
  onTestFinished(() => reader.close());
  return reader;
}

describe.skipIf(natsServerFile === null)("a followed log", () => {
  test("has what the streams had at the call", async () => {
    const log = await createPublishedLog(server.url);
    const dir = freshDataDir();
    const following = followed(log, dir);
    await following.caughtUp();
    const reader = readerOf(dir);
    expect(await reader.count(emptyFilter)).toBe(0);
    for (let seq = 1; seq <= 20; seq += 1) {
      expect(await log.append(now())).toBe(seq);
      await following.caughtUp();
      expect(await reader.lastSeq()).toBe(seq);
      expect(following.position()).toMatchObject({ seq });
    }
    await log.publish({ kind: "outcome", seq: 3, update: { outcome: "failed", status: 500, durationMs: 2 } });
    await following.caughtUp();
    expect(await reader.get(3)).toMatchObject({ outcome: "failed", status: 500 });
  });

  test("continues where it ended", async () => {
    const log = await createPublishedLog(server.url);
    const dir = freshDataDir();
    for (let run = 1; run <= 3; run += 1) {
      await Promise.all(Array.from({ length: 1500 }, () => log.append(now())));
      const following = followed(log, dir);
      await following.caughtUp();
      expect(await readerOf(dir).count(emptyFilter)).toBe(1500 * run);
      await following.close();
    }
  });
});
