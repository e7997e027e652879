import { describe, expect, test } from "vitest";
import type { NewDelivery } from "../../src/model/delivery.ts";
import { keyOfEvent, noKey } from "../../src/model/event-key.ts";
import { emptyFilter } from "../../src/model/filter.ts";
import type { DeliveryLog } from "../../src/store/delivery-log.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { newDelivery } from "../support/new-delivery.ts";
import { allSeqs, filterOf } from "./deliveries.ts";
import type { LogKind } from "./delivery-log.ts";
import { openLog } from "./open-log.ts";

const pending = { outcome: "pending", status: null, durationMs: null } as const;
const handled = { outcome: "handled", status: 200, durationMs: 1 } as const;
const superseded = {
  outcome: "superseded",
  status: null,
  durationMs: null,
  reason: "superseded by #9",
} as const;
const failed = { outcome: "failed", status: 500, durationMs: 1, reason: "it threw" } as const;

/** Creates a delivery with the ID of an event; the log computes the hash of its body. */
function tryOf(id: string, over: Partial<NewDelivery> = {}): NewDelivery {
  return newDelivery({ ...pending, sha256: true, ...keyOfEvent(id), ...over });
}

/** Creates a delivery whose body differs from those of `newDelivery`. */
function otherBody(id: string): NewDelivery {
  return tryOf(id, { body: Buffer.from("{}"), bytes: 2 });
}

/** Creates a replay, as the receiver appends it. */
function replayOf(seq: number, over: Partial<NewDelivery> = {}): NewDelivery {
  return tryOf("one", { replayOf: seq, ...over });
}

/** Opens a log as a running receiver does, whose pending deliveries are not taken for interrupted ones. */
async function openReceiving(kind: LogKind): Promise<DeliveryLog> {
  const log = await openLog(kind);
  await log.announce({ url: "http://127.0.0.1:7860", version: "1.0.0" });
  return log;
}

const is = (state: "superseded" | "open" | "recovered" | "latest" | "twice") =>
  filterOf({ kind: "is", anyOf: [state] });

export function eventsContract(kind: LogKind): void {
  describe("the event of a delivery", () => {
    test("is its own with the first delivery of an ID, and without an ID", async () => {
      const log = await openReceiving(kind);
      expect(await log.append(tryOf("one"))).toEqual({ seq: 1, repeats: null });
      expect(await log.append(newDelivery({ sha256: true }))).toEqual({ seq: 2, repeats: null });
      expect(await log.append(newDelivery({ sha256: true }))).toEqual({ seq: 3, repeats: null });
      expect(await log.get(1)).toMatchObject({
        eventId: "one",
        eventOf: 1,
        tries: 1,
        settledBy: null,
        eventState: "running",
        open: false,
      });
      expect(await log.get(3)).toMatchObject({ eventId: null, eventOf: 3, eventState: "received" });
    });

    test("has a retry after a failure as another try, and is handled when that succeeds", async () => {
      const log = await openReceiving(kind);
      await log.append(tryOf("one"));
      await log.setOutcome(1, failed);
      expect(await log.get(1)).toMatchObject({ eventState: "failed", open: true, recovered: false });
      expect(await log.append(tryOf("one"))).toEqual({
        seq: 2,
        repeats: { first: 1, settledBy: null, pending: null, superseded: null },
      });
      expect(await log.get(1)).toMatchObject({ latestTry: 2, tries: 2, eventState: "running", open: false });
      await log.setOutcome(2, failed);
      expect(await allSeqs(log, is("open"))).toEqual([2]);
      expect(await log.append(tryOf("one"))).toMatchObject({ seq: 3 });
      await log.setOutcome(3, handled);
      const event = {
        eventId: "one",
        eventOf: 1,
        latestTry: 3,
        tries: 3,
        handledTries: 1,
        settledBy: 3,
        eventState: "handled",
        open: false,
      };
      expect(await log.get(1)).toMatchObject({ ...event, recovered: true });
      expect(await log.get(2)).toMatchObject({ ...event, recovered: true, duplicateOf: 1 });
      expect(await log.get(3)).toMatchObject({ ...event, recovered: false, duplicateOf: 1 });
      expect(await allSeqs(log, is("open"))).toEqual([]);
      expect(await allSeqs(log, is("recovered"))).toEqual([1, 2]);
      expect(await allSeqs(log, is("latest"))).toEqual([3]);
    });

    test("is told as settled to a retry after a success, and as pending to one beside a running try", async () => {
      const log = await openReceiving(kind);
      await log.append(tryOf("one"));
      expect(await log.append(tryOf("one"))).toMatchObject({
        repeats: { first: 1, settledBy: null, pending: 1 },
      });
      const outcomes = Promise.all([log.setOutcome(1, failed), log.setOutcome(2, handled)]);
      expect(await log.append(tryOf("one"))).toMatchObject({
        seq: 3,
        repeats: { first: 1, settledBy: 2, pending: null },
      });
      await outcomes;
      await log.setOutcome(3, failed);
      expect(await log.get(3)).toMatchObject({ settledBy: 2, eventState: "handled", recovered: true });
    });

    test("waits while one of its tries waits for its next attempt", async () => {
      const log = await openReceiving(kind);
      await log.append(tryOf("one"));
      await log.append(tryOf("one"));
      await log.forwards.enqueue([{ lane: "1", body: { seq: 1 }, dueAtMs: Date.now() + 3_600_000 }]);
      await log.setOutcome(2, failed);
      await expect.poll(async () => (await log.get(2))?.eventState).toBe("waiting");
      expect(await allSeqs(log, is("open"))).toEqual([2]);
    });

    test("is superseded when a try is, also after a failure, until a replay is handled", async () => {
      const log = await openReceiving(kind);
      await log.append(tryOf("one"));
      await log.setOutcome(1, failed);
      await log.append(tryOf("one"));
      await log.setOutcome(2, superseded);
      expect(await log.get(2)).toMatchObject({
        outcome: "superseded",
        reason: "superseded by #9",
        eventState: "superseded",
        settledBy: null,
        open: false,
      });
      expect(await log.get(1)).toMatchObject({ eventState: "superseded", open: false, recovered: false });
      expect(await allSeqs(log, is("open"))).toEqual([]);
      expect(await allSeqs(log, is("superseded"))).toEqual([2]);
      expect(await log.append(tryOf("one"))).toEqual({
        seq: 3,
        repeats: { first: 1, settledBy: null, pending: null, superseded: 2 },
      });
      await log.setOutcome(3, superseded);
      await log.append(replayOf(2));
      await expect.poll(async () => (await log.get(2))?.eventState).toBe("running");
      await log.setOutcome(4, handled);
      await expect.poll(async () => (await log.get(2))?.eventState).toBe("handled");
    });

    test("differs with the same ID and another body, which is marked; each body has its own tries", async () => {
      const log = await openReceiving(kind);
      await log.append(tryOf("one", handled));
      expect(await log.append(otherBody("one"))).toEqual({ seq: 2, repeats: null });
      expect(await log.append(otherBody("one"))).toMatchObject({ repeats: { first: 2, settledBy: null } });
      expect(await log.append(tryOf("one"))).toMatchObject({ repeats: { first: 1, settledBy: 1 } });
      expect(await log.get(2)).toMatchObject({ eventOf: 2, duplicateOf: 1, eventState: "running" });
      expect(await log.get(3)).toMatchObject({ eventOf: 2, duplicateOf: 2 });
    });

    test("differs with the same ID on another route", async () => {
      const log = await openReceiving(kind);
      await log.append(tryOf("one", handled));
      expect(await log.append(tryOf("one", { route: "other" }))).toEqual({ seq: 2, repeats: null });
      expect(await log.get(2)).toMatchObject({ eventOf: 2, duplicateOf: null, eventState: "running" });
    });

    test("is not that of a refused delivery, which comes first with a wrong secret", async () => {
      const log = await openReceiving(kind);
      await log.append(newDelivery({ outcome: "rejected", auth: "wrong", status: 401, ...noKey }));
      expect(await log.append(tryOf("one"))).toEqual({ seq: 2, repeats: null });
      expect(await log.get(1)).toMatchObject({ eventId: null, eventOf: 1, tries: 1, eventState: null });
    });

    test("has replays and replays of replays as tries, but no edited one", async () => {
      const log = await openReceiving(kind);
      await log.append(tryOf("one", { outcome: "failed", status: 500 }));
      expect(await log.append(replayOf(1))).toMatchObject({ seq: 2, repeats: { first: 1, pending: null } });
      expect(await log.append(replayOf(2))).toMatchObject({ seq: 3, repeats: { first: 1, pending: 2 } });
      expect(await log.append(replayOf(1, { edited: true, ...noKey }))).toEqual({ seq: 4, repeats: null });
      expect(await log.append(replayOf(4, noKey))).toMatchObject({ seq: 5, repeats: { first: 4 } });
      await log.setOutcome(3, handled);
      expect(await log.get(1)).toMatchObject({ tries: 3, settledBy: 3, recovered: true });
      expect(await log.get(3)).toMatchObject({ eventId: "one", eventOf: 1, duplicateOf: null, replayOf: 2 });
      expect(await log.get(5)).toMatchObject({ eventId: null, eventOf: 4, eventState: "running" });
    });

    test("begins again with a replay of a refused delivery", async () => {
      const log = await openReceiving(kind);
      await log.append(newDelivery({ outcome: "rejected", status: 400 }));
      expect(await log.append(newDelivery({ replayOf: 1 }))).toEqual({ seq: 2, repeats: null });
    });

    test("is counted once, in its state over all tries", async () => {
      const log = await openReceiving(kind);
      await log.append(tryOf("retried", failed));
      await log.append(tryOf("retried", handled));
      await log.append(tryOf("twice", handled));
      await log.append(replayOf(3, handled));
      await log.append(tryOf("failed", failed));
      await log.append(tryOf("failed", failed));
      await log.append(tryOf("running"));
      await log.append(newDelivery({ outcome: "rejected", status: 403 }));
      await log.append(newDelivery({ outcome: "accepted", status: 200 }));
      await log.append(tryOf("cut off"));
      await log.setOutcome(10, { outcome: "interrupted", status: null, durationMs: null });
      await log.append(tryOf("cut off", handled));
      await log.append(tryOf("superseded", superseded));
      const all = {
        received: 1,
        running: 1,
        waiting: 0,
        handled: 3,
        superseded: 1,
        failed: 1,
        handledTwice: 1,
        handledAfterInterruption: 1,
        tries: 11,
      };
      expect(await log.events(emptyFilter)).toEqual(all);
      const ofFailures = filterOf({ kind: "is", anyOf: ["failed"] });
      expect(await log.events(ofFailures)).toEqual({
        received: 0,
        running: 0,
        waiting: 0,
        handled: 2,
        superseded: 0,
        failed: 1,
        handledTwice: 0,
        handledAfterInterruption: 1,
        tries: 4,
      });
      expect(await allSeqs(log, is("twice"))).toEqual([3, 4]);
      expect(await log.get(3)).toMatchObject({ latestTry: 4, handledTries: 2 });
    });

    test("is known after a restart", async () => {
      const dataDir = freshDataDir();
      const before = await kind.open(dataDir);
      await before.append(tryOf("one"));
      await before.setOutcome(1, handled);
      await before.close();
      const log = await openLog(kind, dataDir);
      expect(await log.append(tryOf("one"))).toMatchObject({ repeats: { first: 1, settledBy: 1 } });
    });
  });
}

/** Tests of removal: a log on other machines has an event as long as its servers keep the deliveries. */
export function localEventsContract(kind: LogKind): void {
  describe("the event of a removed delivery", () => {
    test("begins again with the next one", async () => {
      const log = await openLog(kind);
      await log.append(tryOf("one", { ...handled, receivedAtMs: 1000 }));
      await log.append(tryOf("one", handled));
      await log.prune({ beforeMs: 2000, maxBytes: null });
      expect(await log.append(tryOf("one"))).toEqual({ seq: 3, repeats: null });
      expect(await log.get(2)).toMatchObject({ eventOf: 1, tries: 1, settledBy: 2 });
      expect(await log.get(3)).toMatchObject({ eventOf: 3, tries: 1, eventState: "running" });
      expect(await log.append(tryOf("one"))).toMatchObject({ repeats: { first: 3, pending: 3 } });
    });
  });
}
