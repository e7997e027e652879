import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test, vi } from "vitest";
import { NotFoundError } from "../../../src/model/errors.ts";
import { emptyFilter } from "../../../src/model/filter.ts";
import { StoreFullError } from "../../../src/store/errors.ts";
import type { Appended } from "../../../src/store/events.ts";
import { deliveriesFile } from "../../../src/store/sqlite/deliveries/deliveries-file.ts";
import { deliveryLogOn } from "../../../src/store/sqlite/deliveries/delivery-log.ts";
import { type Commitment, createGroupCommit } from "../../../src/store/sqlite/group-commit.ts";
import { openWriter } from "../../../src/store/sqlite/open-writer.ts";
import { allSeqs, deliveryOf } from "../../contract/deliveries.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { newDelivery } from "../../support/new-delivery.ts";

function counted(events: string[]): { db: DatabaseSync; commits: ReturnType<typeof createGroupCommit> } {
  const db = new DatabaseSync(":memory:");
  onTestFinished(() => db.close());
  db.exec("CREATE TABLE numbers (n INTEGER UNIQUE)");
  const commits = createGroupCommit(db, "test.db", {
    committed: () => events.push("committed"),
    rolledBack: () => events.push("rolled back"),
  });
  return { db, commits };
}

test("work of one tick is one transaction, and resolves after it", async () => {
  const events: string[] = [];
  const { db, commits } = counted(events);
  const insert = db.prepare("INSERT INTO numbers VALUES (?) RETURNING n");
  const results = await Promise.all(
    [1, 2, 3].map(async (n) => {
      const row = await commits.add(() => insert.get(n));
      events.push(`told ${n}`);
      return row?.["n"];
    }),
  );
  expect(results).toEqual([1, 2, 3]);
  expect(events).toEqual(["committed", "told 1", "told 2", "told 3"]);
});

test("a HooklensError rejects its own piece, any other error rejects all pieces", async () => {
  const events: string[] = [];
  const { db, commits } = counted(events);
  const insert = db.prepare("INSERT INTO numbers VALUES (?)");
  const missing = new NotFoundError({ what: "there is none" });
  const first = await Promise.allSettled([
    commits.add(() => insert.run(1)),
    commits.add(() => {
      throw missing;
    }),
  ]);
  expect(first.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  const second = await Promise.allSettled([
    commits.add(() => insert.run(2)),
    commits.add(() => insert.run(1)),
  ]);
  expect(second.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  await commits.add(() => insert.run(3));
  expect(events).toEqual(["committed", "rolled back", "committed"]);
  expect(db.prepare("SELECT n FROM numbers ORDER BY n").all()).toMatchObject([{ n: 1 }, { n: 3 }]);
});

test("close commits queued work and rejects later work", async () => {
  const { db, commits } = counted([]);
  const insert = db.prepare("INSERT INTO numbers VALUES (?)");
  const queued = commits.add(() => insert.run(1));
  commits.close();
  await queued;
  await expect(commits.add(() => insert.run(2))).rejects.toMatchObject({ code: "store-closed" });
});

test("a log on a full disk rejects whole batches, keeps acknowledged ones, and continues when there is room", async () => {
  const dataDir = freshDataDir();
  const db = await openWriter(dataDir, deliveriesFile, (db) => db);
  const log = deliveryLogOn(db, dataDir);
  onTestFinished(() => log.close());
  await log.append(newDelivery());
  // At this number of pages SQLite returns SQLITE_FULL, as on a full disk.
  db.exec("PRAGMA max_page_count = 40");
  const batch = (): Promise<PromiseSettledResult<Appended>[]> =>
    Promise.allSettled(Array.from({ length: 64 }, () => log.append(deliveryOf("x".repeat(8000)))));
  const refused = await batch();
  expect(new Set(refused.map(({ status }) => status))).toEqual(new Set(["rejected"]));
  for (const result of refused) {
    expect(result).toMatchObject({ reason: { code: "store-full", exitCode: 3 } });
  }
  const [{ reason }] = refused as [PromiseRejectedResult];
  expect(reason).toBeInstanceOf(StoreFullError);
  expect(String(reason)).toContain(join(dataDir, "deliveries.db"));
  expect(log.storing()).toEqual({ ok: false, reason: "database or disk is full", isFinal: false });
  await expect(log.append(newDelivery())).rejects.toMatchObject({ code: "store-full" });
  // Storing is also probed without a delivery.
  await vi.waitUntil(() => log.storing().ok, { timeout: 5000 });
  expect(await log.append(newDelivery())).toMatchObject({ seq: 2 });
  expect(await log.count(emptyFilter)).toBe(2);

  db.exec("PRAGMA max_page_count = 1000000");
  const accepted = await batch();
  expect(accepted.map((result) => (result.status === "fulfilled" ? result.value.seq : null))).toEqual(
    Array.from({ length: 64 }, (_, index) => index + 3),
  );
  expect(await allSeqs(log)).toHaveLength(66);
});

test("only durable transactions wait for the disk", async () => {
  const { db, commits } = counted([]);
  const mode = db.prepare("PRAGMA synchronous");
  const syncOf = async (...commitments: Commitment[]): Promise<unknown[]> => {
    const rows = await Promise.all(
      commitments.map((commitment) => commits.add(() => mode.get(), commitment)),
    );
    return rows.map((row) => row?.["synchronous"]);
  };
  const [normal, full] = [1, 2];
  expect(await syncOf("durable")).toEqual([full]);
  expect(await syncOf("quick", "batched")).toEqual([normal, normal]);
  expect(await syncOf("batched", "quick", "durable")).toEqual([full, full, full]);
  expect(await syncOf("batched")).toEqual([normal]);
});

test("batched work is committed with the next transaction, after a delay, or by close", async () => {
  const events: string[] = [];
  const { commits } = counted(events);
  const gathered = commits.add(() => "g", "batched");
  expect(await commits.add(() => "d")).toBe("d");
  expect(await gathered).toBe("g");
  expect(events).toEqual(["committed"]);
  expect(await commits.add(() => "alone", "batched")).toBe("alone");
  const last = commits.add(() => "last", "batched");
  commits.close();
  expect(await last).toBe("last");
  expect(events).toHaveLength(3);
});
