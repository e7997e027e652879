import { readFileSync } from "node:fs";
import { connect, errors, type NatsConnection } from "@nats-io/transport-node";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { connectReceiver } from "../../src/engine/control/client.ts";
import type { Engine } from "../../src/engine/engine.ts";
import { startEngine } from "../../src/engine/start-engine.ts";
import { openStore } from "../../src/engine/stores.ts";
import { version } from "../../src/engine/version.ts";
import { emptyFilter } from "../../src/model/filter.ts";
import { lineLogger } from "../../src/model/logger.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { natsServerFile, startNatsServer } from "../support/nats-server.ts";
import { deliver } from "../support/running-engine.ts";
import { shared } from "../support/shared.ts";

const permissions = readFileSync(
  new URL("../../examples/cluster/nats/permissions.conf", import.meta.url),
  "utf8",
);

type Role = "receiver" | "viewer" | "operator";
const passwordOf = (role: Role): string => `password-of-${role}`;
const event = { event: { action: "update", scope: "repo.content" }, repo: { type: "model", name: "me/m" } };

describe.skipIf(natsServerFile === null)("the permissions of examples/cluster", () => {
  /** Returns the value of `--store` that permissions.conf names for a role. */
  function storeOf(role: Role): string {
    const inbox = role === "operator" ? "" : `?inbox=_INBOX_${role}`;
    return `nats://${role}:${passwordOf(role)}@127.0.0.1:${server().port}${inbox}`;
  }

  const server = shared(() => {
    const config = permissions.replaceAll(/\$(\w+)_PASSWORD/g, (_, role: string) =>
      JSON.stringify(passwordOf(role.toLowerCase() as Role)),
    );
    return startNatsServer({ config });
  });
  beforeAll(async () => {
    const admin = await (await openStore({ dataDir: "/nowhere", store: storeOf("operator") })).openAdmin();
    await admin.init({
      replicas: null,
      maxAgeMs: null,
      maxBytes: null,
      maxAckPending: null,
      ackWaitMs: 1_000,
    });
    await admin.close();
  });

  async function engineOf(role: Role, forward: string | null = null): Promise<Engine> {
    const engine = await startEngine({
      dataDir: freshDataDir(),
      store: storeOf(role),
      version,
      roles: { receiver: { port: 0, secret: null, routes: ["inbox"], forward } },
      logger: lineLogger(() => undefined),
    });
    onTestFinished(() => engine.close());
    return engine;
  }

  async function readSeqs(role: Role): Promise<readonly number[]> {
    const { deliveries } = await openStore({ dataDir: freshDataDir(), store: storeOf(role) });
    const follower = deliveries.follow();
    try {
      await follower.caughtUp;
      const reader = deliveries.openReader();
      const { rows } = await reader.page({ filter: emptyFilter, from: null, direction: "older", limit: 100 });
      await reader.close();
      return rows.map(({ seq }) => seq);
    } finally {
      await follower.close();
    }
  }

  test("a receiver stores, forwards and replays, and a viewer reads it", async () => {
    // The port has no listener: the forward waits in the queue.
    const { receiver } = await engineOf("receiver", "http://127.0.0.1:9/");
    if (receiver === null) throw new Error("no receiver");
    const control = connectReceiver(receiver);
    expect(await deliver(receiver.url, event)).toBe(202);
    expect(await control.state()).toMatchObject({ storing: { ok: true }, store: { isWritable: true } });
    await expect.poll(async () => (await control.state()).forwardsWaiting).toBe(1);
    expect(await control.retryForwards(null)).toBe(1);
    expect(await control.replay(1, `${receiver.url}/`)).toMatchObject({ seq: 2 });
    await expect.poll(() => control.dropForwards(null)).toBe(1);
    await expect.poll(() => readSeqs("viewer")).toEqual([2, 1]);

    const admin = await (await openStore({ dataDir: freshDataDir(), store: storeOf("viewer") })).openAdmin();
    onTestFinished(() => admin.close());
    expect(await admin.report(null)).toMatchObject({ receivers: [{ url: receiver.url }], problems: [] });
  });

  test("the receiver of a viewer says that it may only read, and refuses deliveries with 503", async () => {
    const { receiver } = await engineOf("viewer");
    if (receiver === null) throw new Error("no receiver");
    const before = await readSeqs("viewer");
    expect(await deliver(receiver.url, event)).toBe(503);
    expect(await connectReceiver(receiver).state()).toMatchObject({
      storing: { ok: false, reason: expect.stringContaining("Permissions Violation") },
      store: { connected: true, isWritable: false },
    });
    expect((await fetch(`${receiver.url}/healthz`)).status).toBe(503);
    expect(await readSeqs("operator")).toEqual(before);
  });

  const api = "$JS.API";
  const streams = ["hooklens_deliveries", "hooklens_events", "hooklens_forwards", "KV_hooklens_receivers"];
  const changes = streams.flatMap((stream) => [
    `${api}.STREAM.CREATE.${stream}`,
    `${api}.STREAM.UPDATE.${stream}`,
    `${api}.STREAM.DELETE.${stream}`,
    `${api}.STREAM.PURGE.${stream}`,
    `${api}.STREAM.SNAPSHOT.${stream}`,
    `${api}.STREAM.RESTORE.${stream}`,
    `${api}.STREAM.LEADER.STEPDOWN.${stream}`,
    `${api}.CONSUMER.DURABLE.CREATE.${stream}.mine`,
  ]);
  const others = [
    `${api}.INFO`,
    `${api}.STREAM.LIST`,
    `${api}.STREAM.NAMES`,
    `${api}.STREAM.INFO.other_deliveries`,
    `${api}.STREAM.CREATE.other`,
    `${api}.CONSUMER.CREATE.other_deliveries`,
    `${api}.CONSUMER.DELETE.hooklens_forwards.hooklens_forwards`,
    `${api}.CONSUMER.CREATE.hooklens_forwards`,
    `${api}.CONSUMER.CREATE.hooklens_forwards.mine`,
    `${api}.STREAM.MSG.DELETE.hooklens_deliveries`,
    `${api}.STREAM.MSG.DELETE.hooklens_events`,
    `${api}.STREAM.MSG.DELETE.KV_hooklens_receivers`,
    "other.d._._._._._._",
    "$KV.other_receivers.me",
    "_INBOX.other",
    "anything",
  ];
  const denied = {
    receiver: [
      `${api}.CONSUMER.CREATE.hooklens_deliveries`,
      `${api}.CONSUMER.CREATE.hooklens_deliveries.mine`,
      `${api}.CONSUMER.CREATE.hooklens_deliveries.mine.hooklens.d.>`,
      `${api}.CONSUMER.MSG.NEXT.hooklens_deliveries.mine`,
      `${api}.CONSUMER.CREATE.hooklens_events`,
      `${api}.CONSUMER.CREATE.hooklens_events.mine`,
      `${api}.CONSUMER.CREATE.KV_hooklens_receivers.mine`,
      "_INBOX_viewer.other",
    ],
    viewer: [
      "hooklens.d.inbox._._._._._",
      "hooklens.e.1",
      "hooklens.f.inbox.1",
      "$KV.hooklens_receivers.me",
      `${api}.CONSUMER.MSG.NEXT.hooklens_forwards.hooklens_forwards`,
      `${api}.STREAM.MSG.DELETE.hooklens_forwards`,
      "$JS.ACK.hooklens_forwards.hooklens_forwards.1.1.1.1.0",
      "_INBOX_receiver.other",
    ],
  } as const;

  async function clientOf(role: Role): Promise<NatsConnection> {
    const nats = await connect({
      servers: `127.0.0.1:${server().port}`,
      user: role,
      pass: passwordOf(role),
      inboxPrefix: `_INBOX_${role}`,
    });
    onTestFinished(() => nats.close());
    return nats;
  }

  test.each(["receiver", "viewer"] as const)("%s may publish to nothing else", async (role) => {
    const nats = await clientOf(role);
    const known = await nats.request(`${api}.STREAM.INFO.hooklens_deliveries`);
    expect(known.json()).toMatchObject({ config: { name: "hooklens_deliveries" } });
    const allowed: string[] = [];
    for (const subject of [...changes, ...others, ...denied[role]]) {
      const failure: unknown = await nats.request(subject, "", { timeout: 2_000 }).then(
        () => null,
        (error: unknown) => error,
      );
      const cause = failure instanceof Error ? (failure.cause ?? failure) : failure;
      if (!(cause instanceof errors.PermissionViolationError)) allowed.push(subject);
    }
    expect(allowed).toEqual([]);
  });

  test.each([
    ["receiver", ["hooklens.>", "hooklens.d.>", "$KV.>", "$JS.>", "_INBOX.>", "_INBOX_viewer.>", ">"]],
    ["viewer", ["hooklens.>", "hooklens.d.>", "$KV.>", "$JS.>", "_INBOX.>", "_INBOX_receiver.>", ">"]],
  ] as const)("%s may subscribe to nothing but its inbox", async (role, subjects) => {
    const nats = await clientOf(role);
    for (const subject of subjects) {
      const refused = Promise.withResolvers<unknown>();
      nats.subscribe(subject, { callback: (error) => refused.resolve(error) });
      expect(await refused.promise, subject).toBeInstanceOf(errors.PermissionViolationError);
    }
  });
});
