import { describe, expect, test } from "vitest";
import type { NewDelivery } from "../../src/model/delivery.ts";
import { emptyFilter } from "../../src/model/filter.ts";
import { freshDataDir } from "../support/fresh-data-dir.ts";
import { newDelivery } from "../support/new-delivery.ts";
import type { LogKind } from "./delivery-log.ts";
import { openLog } from "./open-log.ts";

export function appendContract(kind: LogKind): void {
  describe("append", () => {
    test("assigns seqs from 1 in the order of the calls", async () => {
      const log = await openLog(kind);
      expect(await log.lastSeq()).toBe(0);
      const appended = await Promise.all(Array.from({ length: 50 }, () => log.append(newDelivery())));
      expect(appended.map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, index) => index + 1));
      expect(await log.append(newDelivery())).toMatchObject({ seq: 51 });
      expect(await log.lastSeq()).toBe(51);
      expect(await log.count(emptyFilter)).toBe(51);
    });

    test("continues the seqs after a restart", async () => {
      const dataDir = freshDataDir();
      const first = await kind.open(dataDir);
      await first.append(newDelivery());
      await first.close();
      const second = await openLog(kind, dataDir);
      expect(await second.append(newDelivery())).toMatchObject({ seq: 2 });
    });

    test("stores every field of a delivery", async () => {
      const log = await openLog(kind);
      const kept = {
        route: null,
        method: "PUT",
        path: "/nowhere?a=%20b",
        remote: "2001:db8::1",
        headers: [
          ["X-Twice", "1"],
          ["x-twice", "2"],
          ["X-Text", 'naïve "quotes" \\ 𝄞'],
        ],
        body: Uint8Array.from({ length: 256 }, (_, index) => index),
        bytes: 10_000,
        sha256: "ab".repeat(32),
        event: { scope: "repo.content", action: "update" },
        repo: { type: "dataset", name: "me/corpus" },
        webhookId: "0123456789abcdef01234567",
        subject: '#1 naïve "quotes" 𝄞',
        auth: "open",
        outcome: "failed",
        schemaValid: false,
        status: 503,
        durationMs: 1.25,
        replayOf: 7,
        edited: true,
        reason: "no route /nowhere",
        response: {
          by: "receiver",
          status: 404,
          contentType: "application/json",
          body: Uint8Array.of(123, 125),
          truncated: false,
        },
      } as const satisfies Partial<NewDelivery>;
      const receivedAt = "2026-11-20T10:11:12.345Z";
      const { seq } = await log.append(newDelivery({ ...kept, receivedAtMs: Date.parse(receivedAt) }));
      expect(await log.get(seq)).toEqual({
        ...kept,
        seq,
        receivedAt,
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
        eventState: "failed",
        open: true,
        bookmark: null,
        console: [],
        attempts: [],
        removed: [kept.replayOf],
      });
      expect(await log.get(seq + 1)).toBeNull();
    });

    test("rejects after close", async () => {
      const log = await kind.open(freshDataDir());
      await log.close();
      await expect(log.append(newDelivery())).rejects.toMatchObject({ code: "store-closed" });
    });
  });

  describe("the outcome of a delivery", () => {
    test("replaces outcome, status and duration", async () => {
      const log = await openLog(kind);
      const { seq } = await log.append(newDelivery({ outcome: "pending", status: null }));
      await log.setOutcome(seq, { outcome: "handled", status: 201, durationMs: 12.5 });
      expect(await log.get(seq)).toMatchObject({ outcome: "handled", status: 201, durationMs: 12.5 });
    });

    test("sets reason, response and console lines, and clears an earlier reason", async () => {
      const log = await openLog(kind);
      const { seq } = await log.append(newDelivery({ outcome: "pending", status: null }));
      const response = {
        by: "handler train",
        status: 500,
        contentType: null,
        body: Uint8Array.of(0, 255),
        truncated: true,
      };
      const console = ["one", "two\nlines"];
      const end = { status: 500, durationMs: 1, reason: "it threw", response, console };
      await log.setOutcome(seq, { outcome: "failed", ...end });
      expect(await log.get(seq)).toMatchObject({ reason: "it threw", response, console });
      await log.setOutcome(seq, { outcome: "handled", status: 200, durationMs: 1 });
      expect(await log.get(seq)).toMatchObject({ reason: null, response, console });
      await log.setOutcome(seq, { outcome: "handled", status: 200, durationMs: 1, console: ["alone"] });
      expect(await log.get(seq)).toMatchObject({ response: null, console: ["alone"] });
    });

    test("is ignored for a removed delivery", async () => {
      const log = await openLog(kind);
      await log.append(newDelivery({ receivedAtMs: 1000 }));
      await log.append(newDelivery());
      await log.prune({ beforeMs: 2000, maxBytes: null });
      await log.setOutcome(1, { outcome: "handled", status: 200, durationMs: 1, console: ["late"] });
      expect(await log.get(1)).toBeNull();
      expect(await log.count(emptyFilter)).toBe(1);
    });

    test("is pending with the next attempt while a forward waits, and dead after it was given up", async () => {
      const dataDir = freshDataDir();
      const first = await kind.open(dataDir);
      const appended = await Promise.all(
        Array.from({ length: 4 }, () => first.append(newDelivery({ outcome: "pending", status: null }))),
      );
      const seqs = appended.map(({ seq }) => seq);
      const dueAtMs = Date.now();
      const { forwards } = first;
      const [waiting = 0, , dead = 0] = await forwards.enqueue(
        seqs.slice(0, 3).map((seq) => ({ lane: String(seq), body: { seq }, dueAtMs })),
      );
      const claimed: number[] = [];
      await expect
        .poll(async () => {
          claimed.push(...(await forwards.claim(3, 60_000, Date.now())).map(({ id }) => id));
          return claimed.length;
        })
        .toBe(3);
      const nextMs = dueAtMs + 3_600_000;
      await forwards.retry(waiting, nextMs);
      await forwards.dead(dead);
      await first.setOutcome(3, { outcome: "failed", status: null, durationMs: 1, reason: "given up" });

      const { rows } = await first.page({ filter: emptyFilter, from: null, direction: "newer", limit: 3 });
      expect(rows.toReversed()).toMatchObject([
        { outcome: "pending", nextAttemptAt: new Date(nextMs).toISOString(), dead: false },
        { outcome: "pending", nextAttemptAt: null, dead: false },
        { outcome: "failed", nextAttemptAt: null, dead: true },
      ]);
      await first.close();
      const log = await openLog(kind, dataDir);
      await log.interruptPending();
      const outcomes = seqs.map(async (seq) => (await log.get(seq))?.outcome);
      expect(await Promise.all(outcomes)).toEqual(["pending", "pending", "failed", "interrupted"]);
    });

    test("has every attempt in order", async () => {
      const log = await openLog(kind);
      const { seq } = await log.append(newDelivery());
      const refused = {
        target: "http://127.0.0.1:9/",
        startedAt: "2026-11-20T10:00:00.000Z",
        status: null,
        error: "connection refused",
        durationMs: 0.5,
        reply: null,
      };
      const reply = {
        headers: [
          ["X-Twice", "1"],
          ["x-twice", "2"],
        ],
        body: Uint8Array.of(0, 255),
      } as const;
      const answered = { ...refused, status: 204, error: null, reply };
      await Promise.all([log.addAttempt(seq, refused), log.addAttempt(seq, answered)]);
      const bare = { ...answered, reply: { headers: [], body: new Uint8Array() } };
      await log.addAttempt(seq, bare);
      await log.addAttempt(seq + 1, answered);
      expect((await log.get(seq))?.attempts).toEqual([refused, answered, bare]);
    });
  });
}
