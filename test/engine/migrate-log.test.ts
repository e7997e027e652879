import { expect, onTestFinished, test } from "vitest";
import { type Migrated, migrateLog } from "../../src/engine/migrate/migrate-log.ts";
import { openStore } from "../../src/engine/stores.ts";
import type { Attempt } from "../../src/model/delivery.ts";
import type { DeliveryLog, StoredDelivery } from "../../src/store/delivery-log.ts";
import type { Store } from "../../src/store/store.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { newDelivery } from "../support/new-delivery.ts";

interface TestLog {
  readonly store: Store;
  readonly log: DeliveryLog;
}

async function testLog(): Promise<TestLog> {
  const store = await openStore({ dataDir: freshDataDir(), store: "sqlite" });
  const log = await store.deliveries.openLog();
  onTestFinished(() => log.close());
  return { store, log };
}

const attempt: Attempt = {
  target: "http://127.0.0.1:1/",
  startedAt: "2026-11-20T09:14:03.300Z",
  status: 500,
  error: null,
  durationMs: 3,
  reply: { headers: [["X-A", "é"]], body: Buffer.from([0, 255]) },
};

/** Adds deliveries with everything that a delivery can have: twins, a failed forward, output, a pending one. */
async function fill({ store, log }: TestLog): Promise<void> {
  for (let index = 0; index < 300; index += 1) {
    await log.append(newDelivery({ receivedAtMs: 1_700_000_000_000 + Math.floor(index / 2) }));
  }
  const { seq: failed } = await log.append(newDelivery({ outcome: "pending", status: null, route: "train" }));
  await log.addAttempt(failed, attempt);
  await log.setOutcome(failed, {
    outcome: "failed",
    status: 500,
    durationMs: 12.5,
    reason: "http://127.0.0.1:1/ responded 500",
    response: {
      by: "http://127.0.0.1:1/",
      status: 500,
      contentType: null,
      body: Buffer.from("no"),
      truncated: false,
    },
    console: ["one", "two"],
  });
  await log.append(newDelivery({ outcome: "pending", status: null, route: "slow" }));
  const { receivedAt } = (await log.get(1)) ?? { receivedAt: "" };
  await store.bookmarks.put([{ seq: 1, receivedAt, note: "the first" }]);
}

async function migrate(source: TestLog, target: TestLog): Promise<Migrated> {
  const reader = source.store.deliveries.openReader();
  try {
    return await migrateLog(
      reader,
      {
        log: target.log,
        openReader: async () => target.store.deliveries.openReader(),
        putBookmarks: (bookmarks) => target.store.bookmarks.put(bookmarks),
      },
      () => undefined,
    );
  } finally {
    await reader.close();
  }
}

test("a migration copies everything once, and the digests are equal", async () => {
  const [source, target] = [await testLog(), await testLog()];
  await fill(source);
  // The target has deliveries of its own, which are not part of the comparison.
  await target.log.append(newDelivery({ receivedAtMs: 1_800_000_000_000 }));

  const first = await migrate(source, target);
  expect(first).toMatchObject({ copied: 302, skipped: 0, completed: 0, source: { deliveries: 302 } });
  expect(first.target).toEqual(first.source);
  const second = await migrate(source, target);
  expect(second).toEqual({ ...first, copied: 0, skipped: 302 });
  const copy = await target.log.get(2);
  expect(copy).toMatchObject({ bookmark: "the first", outcome: "accepted" });
});

test("a migration resumes after it copied some deliveries, and only a part of others", async () => {
  const [source, target] = [await testLog(), await testLog()];
  await fill(source);
  async function* part(): AsyncGenerator<readonly StoredDelivery[]> {
    const details = await Promise.all([1, 2, 3, 301].map((seq) => source.log.get(seq)));
    yield details
      .filter((detail) => detail !== null)
      .map((detail) => ({ ...detail, attempts: [], console: [], bookmark: null }));
  }
  await target.log.insert(part());

  const resumed = await migrate(source, target);
  expect(resumed).toMatchObject({ copied: 298, skipped: 3, completed: 1 });
  expect(resumed.target).toEqual(resumed.source);
  expect((await target.log.get(1))?.bookmark).toBe("the first");
});

test("a copy that differs changes the digest", async () => {
  const [source, target] = [await testLog(), await testLog()];
  await fill(source);
  const first = await migrate(source, target);
  await target.log.addAttempt(5, attempt);
  const { target: changed, source: same } = await migrate(source, target);
  expect(same).toEqual(first.source);
  expect(changed.deliveries).toBe(same.deliveries - 1);
  expect(changed.digest).not.toBe(same.digest);
});
