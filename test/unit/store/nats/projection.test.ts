import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { jetstream, jetstreamManager } from "@nats-io/jetstream";
import { headers } from "@nats-io/transport-node";
import { describe, expect, onTestFinished, test } from "vitest";
import type { NewDelivery } from "../../../../src/model/delivery.ts";
import { emptyFilter } from "../../../../src/model/filter.ts";
import { lineLogger } from "../../../../src/model/logger.ts";
import type { DeliveryReader } from "../../../../src/store/delivery-log.ts";
import { deliveryHeader, encodeDelivery } from "../../../../src/store/nats/messages/delivery.ts";
import { subjects } from "../../../../src/store/nats/names.ts";
import { projectionDir } from "../../../../src/store/nats/projection/directory.ts";
import { followLog } from "../../../../src/store/nats/projection/follow-log.ts";
import { follow, type Following } from "../../../../src/store/nats/projection/follow.ts";
import { announceReceiver } from "../../../../src/store/nats/receivers.ts";
import { createStreams } from "../../../../src/store/nats/streams.ts";
import { openBookmarks } from "../../../../src/store/sqlite/deliveries/bookmarks.ts";
import { openDeliveryReader } from "../../../../src/store/sqlite/deliveries/delivery-reader.ts";
import { readProjection } from "../../../../src/store/sqlite/deliveries/projection-position.ts";
import { allSeqs } from "../../../contract/deliveries.ts";
import { makeCliHome, startCli } from "../../../support/cli.ts";
import { freshDataDir } from "../../../support/fresh-data-dir.ts";
import { natsServerFile, startNatsServer } from "../../../support/nats-server.ts";
import { newDelivery } from "../../../support/new-delivery.ts";
import { createPublishedLog, type PublishedLog } from "../../../support/published-log.ts";
import { shared } from "../../../support/shared.ts";

const server = shared(startNatsServer);

/** Creates a delivery that was received now. */
const now = (over: Partial<NewDelivery> = {}): NewDelivery =>
  newDelivery({ receivedAtMs: Date.now(), ...over });

const pending = { outcome: "pending", status: null, durationMs: null } as const;

const attempt = {
  target: "http://127.0.0.1:9/",
  startedAt: "2026-11-20T10:00:00.000Z",
  status: 204,
  error: null,
  durationMs: 1,
  reply: null,
};

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

async function appendMany(log: PublishedLog, count: number): Promise<void> {
  await Promise.all(Array.from({ length: count }, () => log.append(now())));
}

/** Changes that a projection cannot take, and one that only the tables refuse. */
const hostileEvents: readonly string[] = [
  "text",
  "null",
  `{"kind":"other","seq":1}`,
  ...[`1.5`, `1e300`, `-1`, `"1"`].map((id) => `{"kind":"job","seq":1,"job":{"id":${id},"dueAtMs":1}}`),
  ...[`1.5`, `1e300`, `8.65e15`].map((due) => `{"kind":"job","seq":1,"job":{"id":1,"dueAtMs":${due}}}`),
  ...[`0`, `1.5`, `1e300`].map((seq) => `{"kind":"job","seq":${seq},"job":null}`),
  `{"kind":"outcome","seq":1,"update":{"outcome":"lost","status":1,"durationMs":1,"reason":null,"response":null,"console":[]}}`,
  `{"kind":"outcome","seq":1,"update":{"outcome":"failed","status":1.5,"durationMs":1,"reason":null,"response":null,"console":[]}}`,
  `{"kind":"attempt","seq":1,"attempt":{"target":"x","startedAt":"soon","status":1,"error":null,"durationMs":1,"reply":null}}`,
];

/** Fields of a delivery that a projection cannot take. */
const hostileFields: readonly Record<string, unknown>[] = [
  { receivedAtMs: 8.65e15 },
  { receivedAtMs: 1.5 },
  { receivedAtMs: "now" },
  { bytes: 1e300 },
  { bytes: -1 },
  { status: 1e20 },
  { durationMs: -1 },
  { replayOf: 0.5 },
  { outcome: "lost" },
];

describe.skipIf(natsServerFile === null)("a followed log", () => {
  test("leaves out messages that cannot be read, counts them, and takes those behind them", async () => {
    const log = await createPublishedLog(server().url);
    const stream = jetstream(log.connection.nats);
    const { header, data } = encodeDelivery(now(), "receiver");
    expect(await log.append(now(pending))).toBe(1);
    await stream.publish(`${log.names.log}.d.other`, "no delivery");
    for (const wrong of hostileFields) {
      const fields = headers();
      fields.set(deliveryHeader, JSON.stringify({ ...JSON.parse(header), ...wrong }));
      await stream.publish(`${log.names.log}.d.hostile`, data, { headers: fields });
    }
    for (const event of hostileEvents) await stream.publish(subjects.event(log.names.log, 1), event);
    // Two deliveries with one job, and a change of a delivery that may never arrive.
    for (const seq of [1, 9_007_199_254_740_991, 1]) {
      await log.publish({ kind: "job", seq, job: { id: 7, dueAtMs: 8.64e15 } });
    }
    const last = await log.append(now());
    await log.publish({
      kind: "outcome",
      seq: last,
      update: { outcome: "failed", status: 500, durationMs: 2 },
    });
    await log.publish({ kind: "job", seq: last, job: { id: 7, dead: true } });
    const dir = freshDataDir();
    await followed(log, dir).caughtUp();
    const reader = readerOf(dir);
    expect(await allSeqs(reader)).toEqual([1, last]);
    expect(await reader.get(last)).toMatchObject({ outcome: "failed", dead: true });
    expect(readProjection(dir, last)).toMatchObject({
      lag: 0,
      unreadable: [
        { stream: "deliveries", count: hostileFields.length + 1, last: last - 1 },
        { stream: "changes", count: hostileEvents.length, last: hostileEvents.length },
      ],
    });
  });

  test("takes the changes behind one of a delivery that does not exist, while deliveries arrive", async () => {
    const log = await createPublishedLog(server().url);
    const dir = freshDataDir();
    const following = followed(log, dir);
    await log.append(now(pending));
    await following.caughtUp();
    for (const seq of [1_000, 2_000]) await log.publish({ kind: "job", seq, job: null });
    await log.publish({
      kind: "outcome",
      seq: 1,
      update: { outcome: "handled", status: 200, durationMs: 2 },
    });
    const reader = readerOf(dir);
    await expect
      .poll(
        async () => {
          await log.append(now());
          return (await reader.get(1))?.outcome;
        },
        { interval: 10 },
      )
      .toBe("handled");
  });

  test("has what the streams had at the call", async () => {
    const log = await createPublishedLog(server().url);
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

  test("continues where it ended, and tells its progress", async () => {
    const log = await createPublishedLog(server().url);
    const dir = freshDataDir();
    for (let run = 1; run <= 3; run += 1) {
      await appendMany(log, 1500);
      const following = followed(log, dir);
      const progress: [number, number][] = [];
      await following.caughtUp((done, of) => progress.push([done, of]));
      expect(progress.at(-1)).toEqual([1500, 1500]);
      expect(await readerOf(dir).count(emptyFilter)).toBe(1500 * run);
      await following.close();
    }
  });

  test("ignores the messages of other programs", async () => {
    const log = await createPublishedLog(server().url);
    await log.append(now());
    log.connection.nats.publish(`${log.names.log}.d.x`, "not a delivery");
    log.connection.nats.publish(`${log.names.log}.e.1`, "not an event");
    await log.append(now());
    const dir = freshDataDir();
    await followed(log, dir).caughtUp();
    expect(await allSeqs(readerOf(dir))).toEqual([1, 3]);
    expect(await readerOf(dir).count(emptyFilter)).toBe(2);
  });

  test("starts 24 hours ago, and further back if that is asked for", async () => {
    const log = await createPublishedLog(server().url);
    await appendMany(log, 5);
    const startMs = Date.now();
    await expect.poll(() => Date.now()).toBeGreaterThan(startMs + 5);
    await appendMany(log, 5);
    const dir = freshDataDir();
    const first = followed(log, dir, startMs + 3);
    await first.caughtUp();
    expect(await allSeqs(readerOf(dir))).toEqual([6, 7, 8, 9, 10]);
    expect(await readerOf(dir).count(emptyFilter)).toBe(5);
    await first.close();
    const later = followed(log, dir, Date.now());
    await later.caughtUp();
    expect(await readerOf(dir).count(emptyFilter)).toBe(5);
    await later.close();
    await followed(log, dir, startMs - 60_000).caughtUp();
    expect(await readerOf(dir).count(emptyFilter)).toBe(10);
  });

  test("is read anew, with its bookmarks, when the streams were created anew", async () => {
    const log = await createPublishedLog(server().url);
    const dir = freshDataDir();
    await appendMany(log, 3);
    const following = followed(log, dir);
    await following.caughtUp();
    const reader = readerOf(dir);
    const { streams } = await jetstreamManager(log.connection.nats);
    await Promise.all([streams.delete(log.names.deliveries), streams.delete(log.names.events)]);
    await createStreams(log.connection, log.names);
    const seq = await log.append(now());
    expect(seq).toBe(1);
    const { receivedAtMs } = now();
    await following.caughtUp();
    expect(await allSeqs(reader)).toEqual([1]);
    const { receivedAt = "" } = (await reader.get(1)) ?? {};
    expect(Date.parse(receivedAt)).toBeLessThanOrEqual(receivedAtMs);
    await openBookmarks(dir).put([{ seq: 1, receivedAt, note: "kept" }]);
    await following.close();
    await streams.purge(log.names.events);
    await streams.delete(log.names.deliveries);
    await createStreams(log.connection, log.names);
    await log.append(now({ receivedAtMs: Date.parse(receivedAt) }));
    await followed(log, dir).caughtUp();
    expect(await reader.get(1)).toMatchObject({ bookmark: "kept" });
  });

  test("does not wait for messages that were deleted", async () => {
    const log = await createPublishedLog(server().url);
    await appendMany(log, 4);
    const { streams } = await jetstreamManager(log.connection.nats);
    await streams.deleteMessage(log.names.deliveries, 4);
    const dir = freshDataDir();
    const following = followed(log, dir);
    await following.caughtUp();
    expect(await allSeqs(readerOf(dir))).toEqual([1, 2, 3]);
    await following.close();
    await appendMany(log, 4);
    await streams.purge(log.names.deliveries);
    await followed(log, dir).caughtUp();
    await log.append(now());
    await followed(log, dir).caughtUp();
    expect(await allSeqs(readerOf(dir))).toEqual([1, 2, 3, 9]);
    expect(await readerOf(dir).count(emptyFilter)).toBe(4);
  });

  test("shows deliveries of receivers that have ended as interrupted", async () => {
    const log = await createPublishedLog(server().url);
    const receiver = { url: "http://127.0.0.1:7860", version: "1.0.0" };
    const alive = await announceReceiver(log.connection, log.names, "alive", receiver, () => true);
    await log.append(now(pending), "alive");
    await log.append(now(pending), "gone");
    await log.append(now(pending), "gone");
    await log.publish({ kind: "job", seq: 3, job: { id: 1, dueAtMs: Date.now() } });
    const dir = freshDataDir();
    await followed(log, dir).caughtUp();
    const reader = readerOf(dir);
    const outcomes = async () => Promise.all([1, 2, 3].map(async (seq) => (await reader.get(seq))?.outcome));
    expect(await outcomes()).toEqual(["pending", "interrupted", "pending"]);
    await alive.close();
    await expect.poll(outcomes).toEqual(["interrupted", "interrupted", "pending"]);
  });
});

describe.skipIf(natsServerFile === null)("a log that a command follows", () => {
  test("has its duplicates marked, also those of deliveries that arrive later", async () => {
    const log = await createPublishedLog(server().url);
    const keyed = (): Promise<number> => log.append(now({ dedupeKey: "message-1" }));
    await keyed();
    await keyed();
    const dataDir = freshDataDir();
    const follower = followLog({ dataDir, store: log.store });
    onTestFinished(() => follower.close());
    await follower.caughtUp;
    const reader = readerOf(projectionDir(dataDir, log.connection.address));
    expect(await reader.get(2)).toMatchObject({ duplicateOf: 1 });
    await keyed();
    await expect.poll(async () => (await reader.get(3))?.duplicateOf).toBe(1);
  });
});

describe.skipIf(natsServerFile === null)("processes that follow a log in one directory", () => {
  test("read what one of them writes, and one takes over when that ends", async () => {
    const log = await createPublishedLog(server().url);
    const dir = freshDataDir();
    const [one, other] = [followed(log, dir), followed(log, dir)];
    await appendMany(log, 10);
    await Promise.all([one.caughtUp(), other.caughtUp()]);
    const stop = new AbortController();
    const positions = other.tail(stop.signal)[Symbol.asyncIterator]();
    expect((await positions.next()).value).toMatchObject({ seq: 10 });
    expect([one.progress(), other.progress()]).toEqual(
      expect.arrayContaining([
        { lag: 0, catchUp: null },
        { lag: null, catchUp: null },
      ]),
    );
    const [writer, left] = one.progress().lag === null ? [other, one] : [one, other];
    await writer.close();
    await appendMany(log, 10);
    await left.caughtUp();
    expect(await readerOf(dir).count(emptyFilter)).toBe(20);
    stop.abort();
  });

  test("lose and double nothing when the one that writes is killed at any time", async () => {
    const log = await createPublishedLog(server().url);
    const { home, dataDir, remove } = makeCliHome();
    onTestFinished(remove);
    const reader = readerOf(projectionDir(dataDir, log.connection.address));
    let appended = 0;
    const kills = new AbortController();
    const publishing = (async () => {
      while (!kills.signal.aborted) {
        await pause(20);
        // While none follows, or on a busy machine, the log would grow faster than it is followed.
        if (appended - (await reader.lastSeq()) > 500) continue;
        const seqs = await Promise.all(Array.from({ length: 50 }, () => log.append(now())));
        await Promise.all(seqs.map((seq) => log.publish({ kind: "attempt", seq, attempt })));
        appended += 50;
      }
    })();
    for (let kill = 0; kill < 4; kill += 1) {
      const { child, ended } = startCli(["deliveries", "tail", "--store", log.store, "--since", "1h"], {
        home,
      });
      onTestFinished(() => void child.kill("SIGKILL"));
      await once(child.stdout, "data");
      const seen = await reader.lastSeq();
      await expect.poll(() => reader.lastSeq(), { interval: 1 }).toBeGreaterThan(seen + 20 * kill);
      child.kill("SIGKILL");
      await ended;
    }
    kills.abort();
    await publishing;
    const follower = followLog({ dataDir, store: log.store });
    onTestFinished(() => follower.close());
    await follower.caughtUp;
    expect(await reader.count(emptyFilter)).toBe(appended);
    const query = { filter: emptyFilter, from: null, direction: "newer", limit: appended + 1 } as const;
    const seqs = (await reader.page(query)).rows.map(({ seq }) => seq).toReversed();
    expect(seqs).toEqual(Array.from({ length: appended }, (_, index) => index + 1));
    const details = await Promise.all(seqs.map((seq) => reader.get(seq)));
    expect(new Set(details.map((detail) => detail?.attempts.length))).toEqual(new Set([1]));
  }, 120_000);

  test("continue after the server was killed and restarted", async () => {
    const own = await startNatsServer();
    const log = await createPublishedLog(own.url);
    const dir = freshDataDir();
    const following = followed(log, dir);
    await appendMany(log, 100);
    await following.caughtUp();
    await own.kill();
    await own.restart();
    await expect.poll(() => log.connection.isConnected()).toBe(true);
    expect(await log.append(now())).toBe(101);
    const reader = readerOf(dir);
    await expect.poll(() => reader.lastSeq()).toBe(101);
  });
});
