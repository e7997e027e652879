import { describe, expect, onTestFinished, test } from "vitest";
import { UsageError } from "../../../../src/model/errors.ts";
import type { StoreAdmin, StoreLimits } from "../../../../src/store/admin.ts";
import { StoreMissingError, StoreUnreachableError } from "../../../../src/store/errors.ts";
import { parseNatsAddress } from "../../../../src/store/nats/address.ts";
import { openNatsAdmin } from "../../../../src/store/nats/admin.ts";
import { freshDataDir } from "../../../support/fresh-data-dir.ts";
import { natsServerFile, startNatsCluster, startNatsServer } from "../../../support/nats-server.ts";
import { shared } from "../../../support/shared.ts";

const noLimits: StoreLimits = {
  replicas: null,
  maxAgeMs: null,
  maxBytes: null,
  maxAckPending: null,
  ackWaitMs: null,
};
const dayMs = 86_400_000;

async function adminAt(url: string): Promise<StoreAdmin> {
  const admin = await openNatsAdmin({
    dataDir: freshDataDir(),
    address: parseNatsAddress(url),
    openLog: () => Promise.reject(new Error("no test measures this log")),
  });
  onTestFinished(() => admin.close());
  return admin;
}

describe.skipIf(natsServerFile === null)("the administration of a log on NATS", () => {
  const server = shared(startNatsServer);

  test("creates the streams, and later changes only what is named", async () => {
    const admin = await adminAt(`${server().url}/limits`);
    const all = ["limits_deliveries", "limits_events", "limits_forwards", "KV_limits_receivers"];
    const first = await admin.init({ ...noLimits, maxAgeMs: 7 * dayMs, maxAckPending: 500 });
    expect(first).toEqual({
      created: all,
      existing: [],
      changed: [],
      next: expect.stringContaining("/limits"),
    });
    const wanted = { ...noLimits, maxBytes: 1_000_000, ackWaitMs: 30_000 };
    const changed = [
      { limit: "maxBytes", from: null, to: 1_000_000, deletes: true },
      { limit: "ackWaitMs", from: 60_000, to: 30_000, deletes: false },
    ];
    // The second dry run finds that the first has changed nothing.
    expect(await admin.init(wanted, true)).toMatchObject({ created: [], existing: all, changed });
    expect(await admin.init(wanted, true)).toMatchObject({ changed });
    expect(await admin.init(wanted)).toMatchObject({ created: [], existing: all, changed });
    expect(await admin.init({ ...wanted, maxAgeMs: 8 * dayMs })).toMatchObject({
      changed: [{ limit: "maxAgeMs", from: 7 * dayMs, to: 8 * dayMs, deletes: false }],
    });
    const { parts, forwards } = await admin.report(null);
    expect(parts.map(({ name, maxAgeMs, maxBytes }) => ({ name, maxAgeMs, maxBytes }))).toEqual([
      { name: "limits_deliveries", maxAgeMs: 8 * dayMs, maxBytes: 1_000_000 },
      { name: "limits_events", maxAgeMs: 8 * dayMs, maxBytes: 1_000_000 },
      { name: "limits_forwards", maxAgeMs: null, maxBytes: null },
      { name: "KV_limits_receivers", maxAgeMs: 10_000, maxBytes: null },
    ]);
    expect(forwards).toEqual({ waiting: 0, leased: null, limit: 500, unreadable: null });
  });

  test("reports the server, and that one replica loses to a power cut", async () => {
    const admin = await adminAt(`${server().url}/report`);
    await expect(admin.report(null)).rejects.toBeInstanceOf(StoreMissingError);
    await admin.init(noLimits);
    const report = await admin.report(null);
    expect(report).toMatchObject({
      server: { name: "n1", cluster: null, version: expect.stringMatching(/^\d+\.\d+/) },
      receivers: [],
      projection: null,
      problems: [],
    });
    expect(report.parts[0]).toMatchObject({ messages: 0, consumers: 0, replicas: { of: 1, leader: "n1" } });
    expect(report.guarantee).toContain("only if the server has sync_interval: always");
    // Servers before 2.10 have no sync_interval, and those of the tests none that is set.
    expect((await admin.report(server().monitorUrl)).guarantee).toContain("not a power cut");
    await expect(admin.report("http://127.0.0.1:1")).rejects.toBeInstanceOf(UsageError);
    await expect(admin.report(server().url)).rejects.toThrow("is not the monitoring address");
  });

  test("refuses replicas that the servers cannot keep", async () => {
    const admin = await adminAt(`${server().url}/three`);
    const refused = admin.init({ ...noLimits, replicas: 3 });
    await expect(refused).rejects.toBeInstanceOf(UsageError);
    await expect(refused).rejects.toThrow(/cannot create these streams \(.*replicas/);
  });
});

describe.skipIf(natsServerFile === null)("the administration of a cluster", () => {
  test("keeps three replicas, and reports which of them are missing", async () => {
    const { servers, url } = await startNatsCluster();
    const admin = await adminAt(url);
    await admin.init(noLimits);
    const { parts, guarantee, server } = await admin.report(null);
    expect(server).toMatchObject({ cluster: "hooklens" });
    expect(guarantee).toContain("survives the loss of 1 of 3 servers");
    for (const { replicas } of parts) {
      expect(replicas).toMatchObject({ of: 3, leader: expect.any(String) });
      expect(replicas?.peers).toHaveLength(2);
    }
    const used = server?.name;
    const [first, second] = servers.filter(({ name }) => name !== used);

    await first?.kill();
    const late = async (): Promise<readonly string[]> => {
      const peers = (await admin.report(null)).parts.flatMap(({ replicas }) => replicas?.peers ?? []);
      return [...new Set(peers.filter(({ isCurrent }) => !isCurrent).map(({ name }) => name))];
    };
    await expect.poll(late, { timeout: 25_000 }).toEqual([first?.name]);
    const problems = async (): Promise<readonly string[]> => (await admin.report(null)).problems;
    // A stream that the killed server led elects another leader.
    await expect.poll(problems, { timeout: 25_000 }).toEqual([]);

    await second?.kill();
    await expect
      .poll(problems, { timeout: 25_000 })
      .toContain(
        "the stream hooklens_deliveries has no leader: too few of its servers run, or they elect one now",
      );
    const lost = await admin.report(null);
    expect(lost.guarantee).toBe("no delivery is acknowledged while the stream has no leader");
  }, 90_000);
});

test("a server that does not run is unreachable", async () => {
  await expect(adminAt("nats://127.0.0.1:1")).rejects.toBeInstanceOf(StoreUnreachableError);
});
