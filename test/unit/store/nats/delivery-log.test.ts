import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import type { DeliveryLog, StoredDelivery } from "../../../../src/store/delivery-log.ts";
import { createNatsLog } from "../../../../src/store/nats/delivery-log.ts";
import { openForwards } from "../../../../src/store/nats/forwards/forwards.ts";
import { createLogImport } from "../../../../src/store/nats/import-log.ts";
import { createInsertion } from "../../../../src/store/nats/insertion.ts";
import { decodeDelivery } from "../../../../src/store/nats/messages/delivery.ts";
import { decodeEvent } from "../../../../src/store/nats/messages/event.ts";
import { createOriginals } from "../../../../src/store/nats/original.ts";
import { watchStatus } from "../../../../src/store/nats/status.ts";
import { readStreams } from "../../../../src/store/nats/streams.ts";
import { openBookmarks } from "../../../../src/store/sqlite/deliveries/bookmarks.ts";
import { openDeliveryLog } from "../../../../src/store/sqlite/deliveries/delivery-log.ts";
import { freshDataDir } from "../../../support/fresh-data-dir.ts";
import { freshLog, initLog, openParts, readStream, type WritingParts } from "../../../support/nats-parts.ts";
import { natsServerFile, startNatsCluster, startNatsServer } from "../../../support/nats-server.ts";
import { newDelivery } from "../../../support/new-delivery.ts";

interface Opened extends WritingParts {
  readonly log: DeliveryLog;
  readonly dataDir: string;
}

/** Opens a log whose reads are those of an empty log of this machine. */
async function openLog(store: string): Promise<Opened> {
  const parts = await openParts(store);
  const { connection, names, publisher, appends, publishEvent } = parts;
  const dataDir = freshDataDir();
  const local = await openDeliveryLog(dataDir);
  const { deliveries: stream } = await readStreams(connection, names);
  const progress = () => ({ lag: null, catchUp: null });
  const reads = { ...local, progress };
  const bookmarks = openBookmarks(dataDir);
  const insert = createInsertion({
    names,
    publisher,
    publishEvent,
    reads,
    bookmarks,
    receiver: "receiver-1",
  });
  const forwards = await openForwards(parts);
  const log = createNatsLog({
    ...parts,
    receiver: "receiver-1",
    read: createOriginals(connection, names),
    status: await watchStatus({
      connection,
      names,
      stream,
      isWritable: () => appends.storing().ok,
      verify: appends.verify,
      progress,
    }),
    reads,
    forwards,
    insert,
    import: createLogImport(dataDir, insert),
  });
  onTestFinished(() => log.close());
  return { ...parts, log, dataDir };
}

describe.skipIf(natsServerFile === null)("a log on a NATS server", () => {
  test("outcomes and attempts are changes of their delivery", async () => {
    const server = await startNatsServer();
    const store = freshLog(server.url);
    await initLog(store);
    const { log, connection, names } = await openLog(store);
    expect(await log.newestAtMs()).toBeNull();
    const { seq } = await log.append(newDelivery({ outcome: "pending", receivedAtMs: 1_000 }));
    expect(await log.newestAtMs()).toBe(1_000);
    const attempt = {
      target: "x",
      startedAt: "2026-11-20T10:00:00.000Z",
      status: 200,
      error: null,
      durationMs: 1,
      reply: null,
    };
    await Promise.all([
      log.addAttempt(seq, attempt),
      log.setOutcome(seq, { outcome: "handled", status: 200, durationMs: 2 }),
    ]);
    const events = (await readStream(connection, names.events)).map(({ data }) => decodeEvent(data));
    expect(events).toMatchObject([
      { kind: "attempt", seq, attempt },
      { kind: "outcome", seq, update: { outcome: "handled", status: 200, durationMs: 2 } },
    ]);
  });

  test("its status names the server, and the loss of the connection", async () => {
    const server = await startNatsServer();
    const store = freshLog(server.url);
    await initLog(store);
    const { log, names } = await openLog(store);
    expect(log.status()).toMatchObject({
      kind: "nats",
      address: `${server.url}/${names.log}`,
      name: names.log,
      connected: true,
      server: "n1",
      cluster: null,
      replicas: { current: 1, of: 1 },
      isWritable: true,
      forwards: { waiting: 0, limit: 100_000 },
      guarantee: expect.stringMatching(/^a 2xx survives a crash of the server/),
    });
    const told: unknown[] = [];
    log.onStatus(() => told.push(log.status()?.connected));
    await server.kill();
    await expect.poll(() => log.status()?.connected).toBe(false);
    expect(told).toEqual([false]);
    expect(log.status()?.server).toBe("n1");
  });

  test("it reports that a cluster without a majority stores nothing, although nobody sends", async () => {
    const { servers, url } = await startNatsCluster();
    const store = freshLog(url);
    await initLog(store);
    const { log } = await openLog(store);
    expect(log.storing()).toEqual({ ok: true });
    expect(log.status()?.replicas).toEqual({ current: 3, of: 3 });
    const [killed, other] = servers.filter(({ name }) => name !== log.status()?.server);
    await killed?.kill();
    await other?.kill();
    // A leader without followers steps down after 20 s; an append fails 9 s later.
    await expect.poll(() => log.storing().ok, { timeout: 60_000 }).toBe(false);
    expect(log.status()?.replicas).toEqual({ current: 0, of: 3 });
    await other?.restart();
    await expect.poll(() => log.storing(), { timeout: 30_000 }).toEqual({ ok: true });
  }, 120_000);

  test("an insertion keeps times, replays, attempts and console, and marks bookmarks", async () => {
    const server = await startNatsServer();
    const store = freshLog(server.url);
    await initLog(store);
    const { log, connection, names, dataDir } = await openLog(store);
    await log.append(newDelivery());
    const attempt = {
      target: "x",
      startedAt: "2026-11-20T10:00:00.000Z",
      status: 200,
      error: null,
      durationMs: 1,
      reply: null,
    };
    const batch = [
      stored(7, { outcome: "pending", attempts: [attempt], console: ["hi"] }),
      stored(9, { replayOf: 7, bookmark: "look" }),
      stored(10, { replayOf: 3 }),
    ];
    const inserted = await log.insert(batchesOf(batch));
    expect(inserted).toEqual({ inserted: 3, skipped: 0 });
    // Inserted again after an interruption: the stream has them.
    await log.insert(batchesOf(batch));
    const messages = await readStream(connection, names.deliveries);
    const rows = messages.map(({ header, data }) => decodeDelivery({ headers: header, data })?.delivery);
    expect(rows.map((row) => row?.receivedAtMs)).toEqual([
      newDelivery().receivedAtMs,
      ...batch.map(({ receivedAt }) => Date.parse(receivedAt)),
    ]);
    expect(rows.map((row) => row?.replayOf)).toEqual([null, null, 2, null]);
    expect(rows[1]?.outcome).toBe("interrupted");
    const events = (await readStream(connection, names.events)).map(({ data }) => decodeEvent(data));
    expect(events).toMatchObject([
      { kind: "attempt", seq: 2 },
      { kind: "outcome", seq: 2, update: { outcome: "interrupted", console: ["hi"] } },
    ]);
    expect(await openBookmarks(dataDir).list()).toMatchObject([{ seq: 3, note: "look" }]);
  });

  test("a backup of the default store is imported, and leaves no files", async () => {
    const server = await startNatsServer();
    const store = freshLog(server.url);
    await initLog(store);
    const { log, connection, names, dataDir } = await openLog(store);
    const other = freshDataDir();
    const source = await openDeliveryLog(other);
    for (let index = 0; index < 150; index += 1) await source.append(newDelivery({ path: `/${index}` }));
    await source.close();
    const file = join(other, "deliveries.db");
    expect(await log.import(file)).toEqual({ imported: 150, skipped: 0, unreadable: 0, file });
    const paths = (await readStream(connection, names.deliveries)).map(
      ({ header, data }) => decodeDelivery({ headers: header, data })?.delivery.path,
    );
    expect(paths).toEqual(Array.from({ length: 150 }, (_, index) => `/${index}`));
    expect(readdirSync(dataDir).filter((name) => name.startsWith("import-"))).toEqual([]);
    expect(existsSync(file)).toBe(true);
  });
});

async function* batchesOf(batch: readonly StoredDelivery[]) {
  yield batch;
}

function stored(seq: number, over: Partial<StoredDelivery>): StoredDelivery {
  return {
    ...newDelivery(),
    seq,
    receivedAt: new Date(seq * 1_000).toISOString(),
    sha256: null,
    duplicateOf: null,
    nextAttemptAt: null,
    dead: false,
    recovered: false,
    eventId: null,
    eventOf: seq,
    latestTry: seq,
    tries: 1,
    handledTries: 0,
    settledBy: null,
    eventState: "received",
    open: false,
    bookmark: null,
    attempts: [],
    console: [],
    ...over,
  };
}
