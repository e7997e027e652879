import { jetstreamManager } from "@nats-io/jetstream";
import { describe, expect, onTestFinished, test } from "vitest";
import { parseNatsAddress } from "../../../../src/store/nats/address.ts";
import { type Connection, connectNats } from "../../../../src/store/nats/connect.ts";
import { namesOf } from "../../../../src/store/nats/names.ts";
import { createStreams, defaultStreamSettings, readStreams } from "../../../../src/store/nats/streams.ts";
import { natsServerFile, startNatsCluster, startNatsServer } from "../../../support/nats-server.ts";

const names = namesOf("team");

async function connected(url: string): Promise<Connection> {
  const connection = await connectNats(parseNatsAddress(url));
  onTestFinished(() => connection.close());
  return connection;
}

describe.skipIf(natsServerFile === null)("streams of a log", () => {
  test("they are created once, and settings are applied to existing ones", async () => {
    const server = await startNatsServer();
    const connection = await connected(server.url);
    await expect(readStreams(connection, names)).rejects.toMatchObject({
      code: "store-missing",
      hint: "Run hooklens store init",
    });

    await createStreams(connection, names);
    const first = await readStreams(connection, names);
    expect(first.deliveries.config).toMatchObject({
      name: "team_deliveries",
      subjects: ["team.d.>"],
      retention: "limits",
      storage: "file",
      discard: "old",
      num_replicas: 1,
      allow_direct: true,
      max_bytes: -1,
      duplicate_window: 120e9,
      max_age: 30 * 86_400e9,
    });
    expect(first.events.config).toMatchObject({ subjects: ["team.e.>"], retention: "limits" });
    expect(first.forwards.config).toMatchObject({ subjects: ["team.f.>"], retention: "workqueue" });
    const { consumers } = await jetstreamManager(connection.nats);
    expect((await consumers.info("team_forwards", "team_forwards")).config).toMatchObject({
      ack_policy: "explicit",
      max_deliver: -1,
      ack_wait: 60e9,
      max_ack_pending: 100_000,
    });

    await createStreams(connection, names, { ...defaultStreamSettings, maxBytes: 1e9, maxAckPending: 5 });
    const second = await readStreams(connection, names);
    expect(second.deliveries.config.max_bytes).toBe(1e9);
    expect(second.deliveries.created).toBe(first.deliveries.created);
    expect((await consumers.info("team_forwards", "team_forwards")).config.max_ack_pending).toBe(5);
  });

  test("a cluster keeps three replicas", async () => {
    const cluster = await startNatsCluster();
    const connection = await connected(cluster.url);
    await createStreams(connection, names);
    const { deliveries, events, forwards } = await readStreams(connection, names);
    expect([deliveries, events, forwards].map(({ config }) => config.num_replicas)).toEqual([3, 3, 3]);
  });

  test("one server holds several logs", async () => {
    const connection = await connected((await startNatsServer()).url);
    await createStreams(connection, names);
    await expect(readStreams(connection, namesOf("other"))).rejects.toMatchObject({ code: "store-missing" });
    await createStreams(connection, namesOf("other"));
    expect((await readStreams(connection, namesOf("other"))).deliveries.config.subjects).toEqual([
      "other.d.>",
    ]);
  });

  test("a wrong password is denied, and not shown", async () => {
    const server = await startNatsServer({ config: `authorization { user: me, password: right }` });
    const address = parseNatsAddress(server.url.replace("nats://", "nats://me:wrong@"));
    const error = await connectNats(address).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "store-denied", exitCode: 3 });
    expect(String(error)).not.toContain("wrong");
    await connected(server.url.replace("nats://", "nats://me:right@"));
  });

  test("a server without JetStream says so", async () => {
    const config = `accounts { A { users: [{ user: a, password: a }] } }`;
    const server = await startNatsServer({ config });
    const connection = await connected(server.url.replace("nats://", "nats://a:a@"));
    await expect(createStreams(connection, names)).rejects.toMatchObject({
      code: "store-unreachable",
      what: `${server.url} has no JetStream for this account`,
    });
  });
});

test("a server that is not there cannot be reached", async () => {
  await expect(connectNats(parseNatsAddress("nats://127.0.0.1:1"))).rejects.toMatchObject({
    code: "store-unreachable",
    exitCode: 3,
    message: expect.stringMatching(/^nats:\/\/127\.0\.0\.1:1 cannot be reached \(.+\)\. Start the server/),
  });
});
