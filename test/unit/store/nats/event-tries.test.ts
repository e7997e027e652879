import { describe, expect, test } from "vitest";
import type { NewDelivery } from "../../../../src/model/delivery.ts";
import { keyOfEvent } from "../../../../src/model/event-key.ts";
import { freshLog, initLog, openParts } from "../../../support/nats-parts.ts";
import { natsServerFile, startNatsServer } from "../../../support/nats-server.ts";
import { newDelivery } from "../../../support/new-delivery.ts";
import { shared } from "../../../support/shared.ts";

const pending = { outcome: "pending", status: null, durationMs: null } as const;

const tryOf = (id: string): NewDelivery => newDelivery({ ...pending, sha256: true, ...keyOfEvent(id) });

describe.skipIf(natsServerFile === null)("tries of an event", () => {
  const server = shared(startNatsServer);

  test("that arrive at several receivers at once are all told of the first, and none is left out", async () => {
    const store = freshLog(server().url);
    await initLog(store);
    const [one, two] = [await openParts(store, "one"), await openParts(store, "two")];
    const appended = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        (index % 2 === 0 ? one : two).appends.append(tryOf(`event-${index % 5}`)),
      ),
    );
    const firsts = appended.filter(({ repeats }) => repeats === null).map(({ seq }) => seq);
    expect(firsts).toHaveLength(5);
    const named = appended.flatMap(({ repeats }) => repeats?.first ?? []);
    expect(new Set(named)).toEqual(new Set(firsts));
    expect(named).toHaveLength(25);
    const handledAt = appended.findLast(({ repeats }) => repeats?.first === firsts[0])?.seq ?? 0;
    const update = { outcome: "handled", status: 200, durationMs: 1 } as const;
    await one.publishEvent({ kind: "outcome", seq: handledAt, update });
    const firstIndex = appended.findIndex(({ seq }) => seq === firsts[0]);
    expect(await two.appends.append(tryOf(`event-${firstIndex % 5}`))).toMatchObject({
      repeats: { first: firsts[0], settledBy: handledAt },
    });
  });

  test("run on another receiver without a job are not told as pending, since its end is noticed late", async () => {
    const store = freshLog(server().url);
    await initLog(store);
    const [one, two] = [await openParts(store, "one"), await openParts(store, "two")];
    await one.appends.append(tryOf("event"));
    expect(await one.appends.append(tryOf("event"))).toMatchObject({ repeats: { first: 1, pending: 1 } });
    expect(await two.appends.append(tryOf("event"))).toMatchObject({ repeats: { first: 1, pending: null } });
    await one.publishEvent({ kind: "job", seq: 1, job: { id: 1, dueAtMs: 5 } });
    expect(await two.appends.append(tryOf("event"))).toMatchObject({ repeats: { first: 1, pending: 3 } });
    expect(await one.appends.append(tryOf("event"))).toMatchObject({ repeats: { first: 1, pending: 2 } });
  });
});
