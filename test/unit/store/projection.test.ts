import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { emptyFilter } from "../../../src/model/filter.ts";
import { lineLogger } from "../../../src/model/logger.ts";
import { openBookmarks } from "../../../src/store/sqlite/deliveries/bookmarks.ts";
import { openDeliveryReader } from "../../../src/store/sqlite/deliveries/delivery-reader.ts";
import type { ProjectedChange } from "../../../src/store/sqlite/deliveries/projection-changes.ts";
import { readProjection } from "../../../src/store/sqlite/deliveries/projection-position.ts";
import {
  openProjection,
  type Projection,
  type ProjectionBatch,
  removeProjection,
} from "../../../src/store/sqlite/deliveries/projection.ts";
import { allSeqs } from "../../contract/deliveries.ts";
import { freshDataDir } from "../../support/fresh-data-dir.ts";
import { newDelivery } from "../../support/new-delivery.ts";

const silentLogger = lineLogger(() => undefined);

async function open(dir: string): Promise<Projection> {
  const projection = await openProjection(dir, silentLogger);
  onTestFinished(() => projection.close());
  return projection;
}

/** Creates a batch of pending deliveries and of changes, which are numbered from `firstEvent` on. */
function batchOf(
  seqs: readonly number[],
  changes: readonly ProjectedChange[] = [],
  firstEvent = 1,
): ProjectionBatch {
  return {
    deliveries: seqs.map((seq) => ({
      seq,
      receiver: seq % 2 === 0 ? "even" : "odd",
      delivery: newDelivery({ outcome: "pending", status: null, durationMs: null }),
    })),
    events: changes.map((change, index) => ({ number: firstEvent + index, change })),
    unreadable: [],
    position: {
      stream: "log 1",
      sinceMs: 5,
      seq: seqs.at(-1) ?? 0,
      event: firstEvent + changes.length - 1,
    },
  };
}

const attempt = {
  target: "http://127.0.0.1:9/",
  startedAt: "2026-11-20T10:00:00.000Z",
  status: 204,
  error: null,
  durationMs: 1,
  reply: null,
};

test("keeps the seqs of a log, counts those it does not have, and continues after a restart", async () => {
  const dir = freshDataDir();
  const first = await openProjection(dir, silentLogger);
  expect(first.position()).toMatchObject({ stream: "", seq: 0, event: 0 });
  await first.apply(batchOf([1001, 1002, 1007]));
  await first.close();
  const projection = await open(dir);
  expect(projection.position()).toEqual({ stream: "log 1", sinceMs: 5, seq: 1007, event: 0 });
  await projection.apply(batchOf([1008]));
  expect(await allSeqs(projection.log)).toEqual([1001, 1002, 1007, 1008]);
  expect(await projection.log.count(emptyFilter)).toBe(4);
  expect(await projection.log.lastSeq()).toBe(1008);
});

test("adds a delivery and a change once, also if they are read again", async () => {
  const projection = await open(freshDataDir());
  const batch = batchOf([1, 2], [{ kind: "attempt", seq: 1, attempt }]);
  await projection.apply(batch);
  await projection.apply(batch);
  const next: ProjectedChange = { kind: "attempt", seq: 2, attempt };
  await projection.apply({ ...batchOf([1, 2, 3], [next], 2) });
  expect(await allSeqs(projection.log)).toEqual([1, 2, 3]);
  expect((await projection.log.get(1))?.attempts).toHaveLength(1);
  expect((await projection.log.get(2))?.attempts).toHaveLength(1);
});

test("leaves out a change that the database refuses, and counts it", async () => {
  const dir = freshDataDir();
  const projection = await open(dir);
  await projection.apply(batchOf([1]));
  const broken = batchOf(
    [2, 3],
    [{ kind: "attempt", seq: 2, attempt: { ...attempt, durationMs: Number.NaN } }],
  );
  await projection.apply(broken);
  expect(await allSeqs(projection.log)).toEqual([1, 2, 3]);
  expect((await projection.log.get(2))?.attempts).toEqual([]);
  expect(readProjection(dir, 4)?.unreadable).toMatchObject([{ stream: "changes", count: 1 }]);
});

test("shows the forward of a delivery as its job says", async () => {
  const projection = await open(freshDataDir());
  const job = (seq: number, of: Extract<ProjectedChange, { kind: "job" }>["job"]): ProjectedChange => ({
    kind: "job",
    seq,
    job: of,
  });
  const dueAtMs = Date.UTC(2026, 10, 20, 10);
  await projection.apply(
    batchOf(
      [1, 2, 3, 4],
      [
        job(1, { id: 7, dueAtMs }),
        job(2, { id: 8, leased: true }),
        job(3, { id: 9, dueAtMs }),
        job(3, { id: 9, dead: true }),
        { kind: "outcome", seq: 3, update: { outcome: "failed", status: null, durationMs: 1 } },
        job(4, { id: 10, dueAtMs }),
        job(4, { id: 11, dueAtMs: dueAtMs + 1000 }),
        job(99, { id: 12, dueAtMs }),
      ],
    ),
  );
  const { rows } = await projection.log.page({
    filter: emptyFilter,
    from: null,
    direction: "newer",
    limit: 9,
  });
  expect(rows.toReversed()).toMatchObject([
    { seq: 1, nextAttemptAt: "2026-11-20T10:00:00.000Z", dead: false },
    { seq: 2, nextAttemptAt: null, dead: false },
    { seq: 3, nextAttemptAt: null, dead: true, outcome: "failed" },
    { seq: 4, nextAttemptAt: "2026-11-20T10:00:01.000Z", dead: false },
  ]);
  await projection.apply(batchOf([5], [job(1, null)], 9));
  expect(await projection.log.get(1)).toMatchObject({ nextAttemptAt: null });
});

test("marks deliveries of receivers that have ended as interrupted, until their outcome arrives", async () => {
  const projection = await open(freshDataDir());
  await projection.apply(
    batchOf(
      [1, 2, 3, 5],
      [
        { kind: "job", seq: 3, job: { id: 1, dueAtMs: 1 } },
        { kind: "outcome", seq: 2, update: { outcome: "pending", status: null, durationMs: null } },
      ],
    ),
  );
  expect(await projection.interrupt(["odd", "even"], 9)).toBe(0);
  expect(await projection.interrupt(["even"], 4)).toBe(1);
  const outcomes = async () =>
    Promise.all([1, 2, 3, 5].map(async (seq) => (await projection.log.get(seq))?.outcome));
  expect(await outcomes()).toEqual(["interrupted", "pending", "pending", "pending"]);
  const late: ProjectedChange = {
    kind: "outcome",
    seq: 1,
    update: { outcome: "handled", status: 200, durationMs: 1 },
  };
  await projection.apply(batchOf([6], [late], 3));
  expect(await projection.interrupt(["even"], 9)).toBe(1);
  expect(await outcomes()).toEqual(["handled", "pending", "pending", "interrupted"]);
});

test("stores large bodies once, and finds duplicates", async () => {
  const dir = freshDataDir();
  const projection = await open(dir);
  const body = randomBytes(1_000_000);
  const delivery = newDelivery({ body, bytes: body.length, sha256: true, dedupeKey: "k" });
  await projection.apply({
    ...batchOf([]),
    deliveries: [1, 2, 3, 4].map((seq) => ({ seq, receiver: "one", delivery })),
    position: { ...batchOf([]).position, seq: 4 },
  });
  expect(Buffer.from((await projection.log.get(2))?.body ?? []).equals(body)).toBe(true);
  expect(projection.log.space().logBytes).toBeLessThan(3 * body.length);
  await projection.log.startBackground({ onFailure: expect.fail, onDead: expect.fail });
  await expect.poll(async () => (await projection.log.get(2))?.duplicateOf).toBe(1);
});

test("is removed without its bookmarks, while it is read", async () => {
  const dir = freshDataDir();
  const first = await openProjection(dir, silentLogger);
  await first.apply(batchOf([1, 2]));
  const { receivedAt = "" } = (await first.log.get(2)) ?? {};
  await openBookmarks(dir).put([{ seq: 2, receivedAt, note: "look" }]);
  const reader = openDeliveryReader(dir);
  onTestFinished(() => reader.close());
  expect(await reader.lastSeq()).toBe(2);
  await first.close();
  removeProjection(dir);
  expect(existsSync(join(dir, "deliveries.db"))).toBe(false);
  const second = await open(dir);
  await second.apply(batchOf([1, 2, 3]));
  expect(await reader.lastSeq()).toBe(3);
  expect(await reader.get(2)).toMatchObject({ bookmark: "look" });
});

test("leaves out a message that the tables do not take, with all of it, and takes the others", async () => {
  const dir = freshDataDir();
  const projection = await open(dir);
  const batch = batchOf([1, 2, 4], [{ kind: "attempt", seq: 4, attempt }]);
  const [first, second, third] = batch.deliveries;
  // A number that is no integer of SQLite.
  const hostile = { ...second!, delivery: { ...second!.delivery, status: 2 ** 70, headers: null as never } };
  Object.assign(hostile.delivery, { method: null });
  await projection.apply({
    ...batch,
    deliveries: [first!, hostile, third!],
    unreadable: [{ stream: "deliveries", number: 3 }],
  });
  expect(await allSeqs(projection.log)).toEqual([1, 4]);
  expect(await projection.log.count(emptyFilter)).toBe(2);
  expect(await projection.log.get(4)).toMatchObject({ attempts: [attempt] });
  // A batch that is read again after a crash counts nothing twice.
  await projection.apply({
    ...batch,
    deliveries: [hostile],
    unreadable: [{ stream: "deliveries", number: 3 }],
  });
  expect(readProjection(dir, 4)?.unreadable).toEqual([{ stream: "deliveries", count: 2, last: 3 }]);
});
