import { describe, expect, test } from "vitest";
import { decodeEvent, type LogEvent } from "../../../../src/store/nats/messages/event.ts";
import { announceReceiver, readReceivers } from "../../../../src/store/nats/receivers.ts";
import { connectTo, freshLog, initLog, openParts, readStream } from "../../../support/nats-parts.ts";
import { natsServerFile, startNatsServer } from "../../../support/nats-server.ts";

const waitLong = { timeout: 20_000 };

const attemptAt = (seq: number, durationMs: number): LogEvent => ({
  kind: "attempt",
  seq,
  attempt: {
    target: "http://a/",
    startedAt: "2026-11-20T10:00:00.000Z",
    status: 200,
    error: null,
    durationMs,
    reply: null,
  },
});

describe.skipIf(natsServerFile === null)("changes and receivers", () => {
  test("changes of a delivery keep their order while the server is killed and started again", async () => {
    const server = await startNatsServer();
    const store = freshLog(server.url);
    await initLog(store);
    const { publishEvent, connection, names } = await openParts(store);
    const published: Promise<void>[] = [];
    let down: Promise<void> | null = null;
    for (let number = 0; number < 200; number += 1) {
      for (const seq of [1, 2, 3]) published.push(publishEvent(attemptAt(seq, number)));
      if (number % 10 === 0) await new Promise(setImmediate);
      if (number === 100) down = server.kill().then(() => server.restart());
    }
    await Promise.all([...published, down]);
    const messages = await readStream(connection, names.events);
    expect(messages.length).toBe(600);
    for (const seq of [1, 2, 3]) {
      const own = messages.filter(({ subject }) => subject === `${names.log}.e.${seq}`);
      const numbers = own.map(({ data }) => {
        const event = decodeEvent(data);
        return event?.kind === "attempt" ? event.attempt.durationMs : null;
      });
      expect(numbers).toEqual(Array.from({ length: 200 }, (_, index) => index));
    }
  });

  test("a receiver is in the bucket while it runs, and again after the server was killed", async () => {
    const server = await startNatsServer();
    const store = freshLog(server.url);
    await initLog(store);
    const { connection, names } = await openParts(store);
    const viewer = await connectTo(store);
    expect(await readReceivers(viewer, names)).toEqual([]);
    const announced = { url: "http://127.0.0.1:7860", version: "1.2.3" };
    const one = await announceReceiver(connection, names, "one", announced, () => true);
    const two = await announceReceiver(connection, names, "two", announced, () => true);
    const ids = async () => (await readReceivers(viewer, names)).map(({ id }) => id).toSorted();
    expect(await ids()).toEqual(["one", "two"]);
    expect((await readReceivers(viewer, names))[0]).toMatchObject({ ...announced, pid: process.pid });
    await one.close();
    expect(await ids()).toEqual(["two"]);
    await server.kill();
    await server.restart();
    await expect.poll(() => ids().catch(() => null), waitLong).toEqual(["two"]);
    await two.close();
    expect(await ids()).toEqual([]);
  });
});
