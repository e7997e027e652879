import { jetstream } from "@nats-io/jetstream";
import { headers } from "@nats-io/transport-node";
import { expect, onTestFinished, test } from "vitest";
import { parseNatsAddress } from "../../../../src/store/nats/address.ts";
import { connectNats } from "../../../../src/store/nats/connect.ts";
import { deliveryHeader, encodeDelivery } from "../../../../src/store/nats/messages/delivery.ts";
import { encodeEvent } from "../../../../src/store/nats/messages/event.ts";
import { namesOf, subjects } from "../../../../src/store/nats/names.ts";
import { createOriginals } from "../../../../src/store/nats/original.ts";
import { createStreams } from "../../../../src/store/nats/streams.ts";
import { natsServerFile, startNatsServer } from "../../../support/nats-server.ts";
import { newDelivery } from "../../../support/new-delivery.ts";

test.skipIf(natsServerFile === null)(
  "a delivery is read with its own events, among those of others",
  async () => {
    const server = await startNatsServer();
    const connection = await connectNats(parseNatsAddress(`${server.url}/team`));
    onTestFinished(() => connection.close());
    const names = namesOf("team");
    await createStreams(connection, names);
    const js = jetstream(connection.nats);
    const read = createOriginals(connection, names);
    const original = async (seq: number) => (await read(seq))?.delivery ?? null;

    async function store(): Promise<number> {
      const body = Buffer.from('{"ü":1}');
      const delivery = newDelivery({
        body,
        outcome: "pending",
        status: null,
        durationMs: null,
        sha256: true,
      });
      const head = headers();
      head.set(deliveryHeader, encodeDelivery(delivery, "receiver-1").header);
      return (await js.publish(subjects.delivery("team", delivery), body, { headers: head })).seq;
    }
    const [seq, other] = [await store(), await store()];
    const attempt = {
      target: "http://127.0.0.1:1/",
      startedAt: "2026-01-01T00:00:00.000Z",
      status: null,
      error: "connection refused",
      durationMs: 1,
      reply: null,
    };
    for (const of of [seq, other, seq]) {
      await js.publish(subjects.event("team", of), encodeEvent({ kind: "attempt", seq: of, attempt }));
    }
    await js.publish(
      subjects.event("team", seq),
      encodeEvent({ kind: "job", seq, job: { id: 1, dueAtMs: 5 } }),
    );
    await js.publish(subjects.event("team", seq), "not an event");

    // Its events do not begin with the first one of the stream.
    expect(await original(other)).toMatchObject({ seq: other, attempts: [attempt] });
    expect(await original(seq)).toMatchObject({
      seq,
      outcome: "pending",
      attempts: [attempt, attempt],
      sha256: expect.stringMatching(/^[\da-f]{64}$/),
      body: new Uint8Array(Buffer.from('{"ü":1}')),
    });
    expect(await original(3)).toBeNull();
    const update = { outcome: "handled", status: 200, durationMs: 3 } as const;
    await js.publish(subjects.event("team", seq), encodeEvent({ kind: "outcome", seq, update }));
    expect(await original(seq)).toMatchObject({
      ...update,
      reason: null,
      response: null,
    });
  },
);
