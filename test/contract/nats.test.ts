import { hash } from "node:crypto";
import { describe, onTestFinished } from "vitest";
import { openStore } from "../../src/engine/stores.ts";
import { lineLogger } from "../../src/model/logger.ts";
import { parseNatsAddress } from "../../src/store/nats/address.ts";
import { connectNats } from "../../src/store/nats/connect.ts";
import { namesOf } from "../../src/store/nats/names.ts";
import { projectionDir } from "../../src/store/nats/projection/directory.ts";
import { createLogReads, type LogReads } from "../../src/store/nats/projection/reads.ts";
import { createStreams, defaultStreamSettings } from "../../src/store/nats/streams.ts";
import { markAllDuplicates } from "../../src/store/sqlite/deliveries/search/indexer.ts";
import type { Store } from "../../src/store/store.ts";
import { natsServerFile, startNatsServer } from "../support/nats-server.ts";
import { shared } from "../support/shared.ts";
import { bookmarksContract } from "./bookmarks.ts";
import { deliveryLogContract } from "./delivery-log.ts";
import { workQueueContract } from "./work-queue.ts";

describe.skipIf(natsServerFile === null)("a real server", () => {
  const server = shared(startNatsServer);

  /** Streams of each data directory that a test has opened. */
  const created = new Map<string, Promise<void>>();

  /** Returns a log for each data directory. */
  const storeOf = (dataDir: string): string => `${server().url}/${hash("sha256", dataDir).slice(0, 16)}`;

  async function create(store: string): Promise<void> {
    const connection = await connectNats(parseNatsAddress(store));
    // Deliveries of the contract are decades old: a limited age removes them within a second.
    await createStreams(connection, namesOf(connection.address.name), {
      ...defaultStreamSettings,
      maxAgeMs: 0,
    });
    await connection.close();
  }

  async function prepared(dataDir: string): Promise<string> {
    const store = storeOf(dataDir);
    if (!created.has(store)) created.set(store, create(store));
    await created.get(store);
    return store;
  }

  const tablesIn = (dataDir: string): string => projectionDir(dataDir, parseNatsAddress(storeOf(dataDir)));

  /** Opens a reader that sees what was stored before each of its reads, as an open log does. */
  async function openReader(dataDir: string): Promise<LogReads> {
    const store = await prepared(dataDir);
    const connection = await connectNats(parseNatsAddress(store));
    const logger = lineLogger(() => undefined);
    const reads = createLogReads({ store, connection, dataDir, dir: tablesIn(dataDir), logger });
    onTestFinished(async () => {
      await reads.close();
      await connection.close();
    });
    return reads;
  }

  const storeAt = async (dataDir: string): Promise<Store> =>
    openStore({ dataDir, store: await prepared(dataDir) });

  deliveryLogContract("nats", {
    open: async (dataDir) => (await storeAt(dataDir)).deliveries.openLog(),
    openReader,
    async markDuplicates(dataDir, log) {
      const reads = await openReader(dataDir);
      await reads.lastSeq();
      await reads.close();
      await markAllDuplicates(tablesIn(dataDir), log);
    },
    storeOf: prepared,
    tablesIn,
  });
  workQueueContract("nats", async (dataDir) => (await storeAt(dataDir)).deliveries.openLog());
  bookmarksContract("nats", { openStore: storeAt, openReader });
});
