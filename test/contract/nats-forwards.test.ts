import { afterAll, beforeAll, describe } from "vitest";
import { openForwardsAt } from "../support/nats-forwards.ts";
import { freshLog, initLog } from "../support/nats-parts.ts";
import { type NatsServer, natsServerFile, startNatsServer } from "../support/nats-server.ts";
import { workQueueContract } from "./work-queue.ts";

describe.skipIf(natsServerFile === null)("a real server", () => {
  let server: NatsServer;
  /** Addresses by data directory. */
  const addresses = new Map<string, string>();
  beforeAll(async () => {
    server = await startNatsServer({ closeAfterTest: false });
  });
  afterAll(() => server.close());

  workQueueContract("nats", async (dataDir) => {
    let address = addresses.get(dataDir);
    if (address === undefined) {
      address = freshLog(server.url);
      addresses.set(dataDir, address);
      await initLog(address);
    }
    const { queue, close } = await openForwardsAt(address);
    return { forwards: queue, close };
  });
});
